#define _GNU_SOURCE
#include "Confine.h"

#include "CSandbox.h"

#include <errno.h>

#ifndef __linux__

const char *confine(int ruleset, int filters_calls) { return ruleset >= 0 || filters_calls ? "a sandbox" : NULL; }
int csandbox_landlock_version(void) { return 0; }
int csandbox_filters_calls(void) { return 0; }
int csandbox_ruleset(void) { return -ENOSYS; }
int csandbox_allow(int ruleset, const char *path, int access) { return -ENOSYS; }

#else

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// System call numbers, equal on all architectures, for headers older than the kernel.
enum {
  CREATE_RULESET = 444,
  ADD_RULE = 445,
  RESTRICT_SELF = 446,
  PIDFD_SEND_SIGNAL = 424,
  IO_URING_SETUP = 425,
  OPEN_TREE = 428,
  MOVE_MOUNT = 429,
  FSOPEN = 430,
  FSMOUNT = 432,
  PIDFD_OPEN = 434,
  CLONE3 = 435,
  PIDFD_GETFD = 438,
  PROCESS_MADVISE = 440,
  MOUNT_SETATTR = 442,
  FCHMODAT2 = 452,
  SETXATTRAT = 463,
  REMOVEXATTRAT = 466,
  FILE_SETATTR = 469,
};

// MARK: - Files

// struct landlock_ruleset_attr as of Landlock ABI 6; older kernels accept a prefix of it.
struct rights {
  uint64_t files, network, scoped;
};

static const uint64_t file_rights[] = {0, (1 << 13) - 1, (1 << 14) - 1, (1 << 15) - 1, (1 << 15) - 1, (1 << 16) - 1};
enum { EXECUTE = 1 << 0, WRITE_FILE = 1 << 1, READ_FILE = 1 << 2, READ_DIR = 1 << 3 };

int csandbox_landlock_version(void) {
  long version = syscall(CREATE_RULESET, NULL, 0, 1);
  return version > 0 ? (int)version : 0;
}

int csandbox_ruleset(void) {
  int version = csandbox_landlock_version();
  if (version == 0) return -ENOSYS;
  struct rights rights = {.files = file_rights[version < 5 ? version : 5]};
  size_t size = sizeof rights.files;
  if (version >= 4) {
    // LANDLOCK_ACCESS_NET_BIND_TCP | LANDLOCK_ACCESS_NET_CONNECT_TCP
    rights.network = 3;
    size = offsetof(struct rights, scoped);
  }
  if (version >= 6) {
    // LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | LANDLOCK_SCOPE_SIGNAL
    rights.scoped = 3;
    size = sizeof rights;
  }
  int ruleset = (int)syscall(CREATE_RULESET, &rights, size, 0);
  return ruleset < 0 ? -errno : ruleset;
}

int csandbox_allow(int ruleset, const char *path, int access) {
  struct landlock_path_beneath_attr rule = {.parent_fd = open(path, O_PATH | O_CLOEXEC)};
  if (rule.parent_fd < 0) return -errno;
  if (access & CSANDBOX_READ) rule.allowed_access |= EXECUTE | READ_FILE | READ_DIR;
  if (access & CSANDBOX_LIST) rule.allowed_access |= READ_DIR;
  if (access & CSANDBOX_WRITE) rule.allowed_access |= WRITE_FILE | READ_FILE;
  struct stat status;
  if (fstat(rule.parent_fd, &status) == 0 && !S_ISDIR(status.st_mode)) rule.allowed_access &= ~(uint64_t)READ_DIR;
  int result = syscall(ADD_RULE, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) < 0 ? -errno : 0;
  close(rule.parent_fd);
  return result;
}

// MARK: - System calls

#if defined(__x86_64__)
#define PROCESSOR AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define PROCESSOR AUDIT_ARCH_AARCH64
#endif

int csandbox_filters_calls(void) {
#ifdef PROCESSOR
  uint32_t action = SECCOMP_RET_ALLOW;
  return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
#else
  return 0;
#endif
}

#ifdef PROCESSOR

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define RETURN(value) BPF_STMT(BPF_RET | BPF_K, value)
#define REFUSE(error) RETURN(SECCOMP_RET_ERRNO | (error))
// Skip `count` instructions unless the condition holds.
#define UNLESS_EQUAL(value, count) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(value), 0, count)
#define UNLESS_SET(bits, count) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, count)
#define FORBID(number) UNLESS_EQUAL(number, 1), REFUSE(EPERM)
// Allows a call only if its first argument is `process`.
#define OWN_ONLY(number, process) \
  UNLESS_EQUAL(number, 4), LOAD(args[0]), UNLESS_EQUAL(process, 1), RETURN(SECCOMP_RET_ALLOW), REFUSE(EPERM)

static const char *filter_calls(void) {
  uint32_t self = (uint32_t)getpid();
  struct sock_filter filter[] = {
    LOAD(arch),
    UNLESS_EQUAL(PROCESSOR, 1),
    BPF_JUMP(BPF_JMP | BPF_JA, 1, 0, 0),
    RETURN(SECCOMP_RET_KILL_PROCESS),
    LOAD(nr),
#ifdef __x86_64__
    // The x32 ABI: the same numbers with this bit set.
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
    REFUSE(ENOSYS),
    FORBID(SYS_fork),
    FORBID(SYS_vfork),
    FORBID(SYS_chmod), FORBID(SYS_chown), FORBID(SYS_lchown), FORBID(SYS_utime), FORBID(SYS_utimes),
    FORBID(SYS_futimesat), FORBID(SYS_inotify_init),
#endif
    // Changes of a file's owner, mode, times or attributes: Landlock allows them, and the program runs as the
    // server's user, who may own the file.
    FORBID(SYS_fchmod), FORBID(SYS_fchmodat), FORBID(FCHMODAT2), FORBID(SYS_fchown), FORBID(SYS_fchownat),
    FORBID(SYS_utimensat), FORBID(SYS_truncate), FORBID(SYS_setxattr), FORBID(SYS_lsetxattr), FORBID(SYS_fsetxattr),
    FORBID(SYS_removexattr), FORBID(SYS_lremovexattr), FORBID(SYS_fremovexattr), FORBID(SETXATTRAT),
    FORBID(REMOVEXATTRAT), FORBID(FILE_SETATTR), FORBID(SYS_inotify_init1), FORBID(SYS_inotify_add_watch),
    // Keeps the parent-death signal: see starter_loop.
    UNLESS_EQUAL(SYS_prctl, 4),
    LOAD(args[0]),
    UNLESS_EQUAL(PR_SET_PDEATHSIG, 1),
    REFUSE(EPERM),
    RETURN(SECCOMP_RET_ALLOW),
    // After ENOSYS the C library uses clone, whose flags a filter can read: threads are allowed, processes are not.
    UNLESS_EQUAL(CLONE3, 1),
    REFUSE(ENOSYS),
    UNLESS_EQUAL(SYS_clone, 4),
    LOAD(args[0]),
    UNLESS_SET(CLONE_THREAD, 1),
    RETURN(SECCOMP_RET_ALLOW),
    REFUSE(EPERM),
    // RLIMIT_DATA does not count shared anonymous memory or memory that grows down.
    UNLESS_EQUAL(SYS_mmap, 7),
    LOAD(args[3]),
    UNLESS_SET(MAP_GROWSDOWN, 1),
    REFUSE(ENOMEM),
    BPF_STMT(BPF_ALU | BPF_AND | BPF_K, MAP_SHARED | MAP_ANONYMOUS),
    UNLESS_EQUAL(MAP_SHARED | MAP_ANONYMOUS, 1),
    REFUSE(ENOMEM),
    RETURN(SECCOMP_RET_ALLOW),
    OWN_ONLY(SYS_kill, self),
    OWN_ONLY(SYS_tgkill, self),
    OWN_ONLY(SYS_prlimit64, 0),
    FORBID(SYS_tkill), FORBID(SYS_rt_sigqueueinfo), FORBID(SYS_rt_tgsigqueueinfo), FORBID(PIDFD_SEND_SIGNAL),
    FORBID(PIDFD_OPEN), FORBID(PIDFD_GETFD), FORBID(PROCESS_MADVISE), FORBID(SYS_ptrace),
    FORBID(SYS_process_vm_readv), FORBID(SYS_process_vm_writev), FORBID(SYS_kcmp), FORBID(SYS_setsid),
    FORBID(SYS_setpgid), FORBID(SYS_setpriority), FORBID(SYS_sched_setaffinity), FORBID(SYS_sched_setscheduler),
    FORBID(SYS_socket), FORBID(SYS_connect), FORBID(SYS_bind), FORBID(SYS_listen), FORBID(IO_URING_SETUP),
    FORBID(SYS_shmget), FORBID(SYS_msgget), FORBID(SYS_semget), FORBID(SYS_mq_open), FORBID(SYS_memfd_create),
    FORBID(SYS_userfaultfd), FORBID(SYS_perf_event_open), FORBID(SYS_bpf), FORBID(SYS_keyctl), FORBID(SYS_add_key),
    FORBID(SYS_request_key), FORBID(SYS_unshare), FORBID(SYS_setns), FORBID(SYS_mount), FORBID(SYS_umount2),
    FORBID(SYS_pivot_root), FORBID(SYS_chroot), FORBID(OPEN_TREE), FORBID(MOVE_MOUNT), FORBID(FSOPEN),
    FORBID(FSMOUNT), FORBID(MOUNT_SETATTR), FORBID(SYS_swapon), FORBID(SYS_swapoff), FORBID(SYS_reboot),
    FORBID(SYS_init_module), FORBID(SYS_finit_module), FORBID(SYS_delete_module), FORBID(SYS_kexec_load),
    FORBID(SYS_open_by_handle_at), FORBID(SYS_settimeofday), FORBID(SYS_clock_settime), FORBID(SYS_adjtimex),
    FORBID(SYS_clock_adjtime), FORBID(SYS_sethostname), FORBID(SYS_setdomainname), FORBID(SYS_acct),
    FORBID(SYS_quotactl), FORBID(SYS_personality), FORBID(SYS_syslog), FORBID(SYS_fanotify_init),
    RETURN(SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) < 0 ? "installing the seccomp filter" : NULL;
}

#else
static const char *filter_calls(void) { return "installing the seccomp filter"; }
#endif

// If the server runs as root, so does the program: without capabilities it has no privileges.
static int drop_capabilities(void) {
  for (unsigned long capability = 0; capability < 64; capability++) prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct none[2] = {{0, 0, 0}, {0, 0, 0}};
  return (int)syscall(SYS_capset, &header, none);
}

const char *confine(int ruleset, int filters_calls) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 || drop_capabilities() < 0) return "dropping privileges";
  if (ruleset >= 0 && syscall(RESTRICT_SELF, ruleset, 0) < 0) return "restricting file access";
  // After dropping privileges, which resets it.
  if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) < 0) return "setting the parent-death signal";
  return filters_calls ? filter_calls() : NULL;
}

#endif
