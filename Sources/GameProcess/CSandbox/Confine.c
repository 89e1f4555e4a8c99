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

// Numbers that are the same on every processor, for systems whose headers are older than the kernel.
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

// The kernel's structure as of Landlock 6; an older one takes as much of it as it knows.
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
    // Binding and connecting TCP sockets.
    rights.network = 3;
    size = offsetof(struct rights, scoped);
  }
  if (version >= 6) {
    // Abstract sockets and signals of processes outside.
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
// Skips as many instructions unless it is so.
#define UNLESS_EQUAL(value, count) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(value), 0, count)
#define UNLESS_SET(bits, count) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, count)
#define FORBID(number) UNLESS_EQUAL(number, 1), REFUSE(EPERM)
// Allowed where the first argument is this process, forbidden otherwise.
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
    // Calls of the x32 interface have the same numbers with this bit.
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
    REFUSE(ENOSYS),
    FORBID(SYS_fork),
    FORBID(SYS_vfork),
    FORBID(SYS_chmod), FORBID(SYS_chown), FORBID(SYS_lchown), FORBID(SYS_utime), FORBID(SYS_utimes),
    FORBID(SYS_futimesat), FORBID(SYS_inotify_init),
#endif
    // Owners, modes, times and attributes of files: Landlock leaves them to whoever owns the file, as the server's user
    // does.
    FORBID(SYS_fchmod), FORBID(SYS_fchmodat), FORBID(FCHMODAT2), FORBID(SYS_fchown), FORBID(SYS_fchownat),
    FORBID(SYS_utimensat), FORBID(SYS_truncate), FORBID(SYS_setxattr), FORBID(SYS_lsetxattr), FORBID(SYS_fsetxattr),
    FORBID(SYS_removexattr), FORBID(SYS_lremovexattr), FORBID(SYS_fremovexattr), FORBID(SETXATTRAT),
    FORBID(REMOVEXATTRAT), FORBID(FILE_SETATTR), FORBID(SYS_inotify_init1), FORBID(SYS_inotify_add_watch),
    // Its end with the server's: see start.
    UNLESS_EQUAL(SYS_prctl, 4),
    LOAD(args[0]),
    UNLESS_EQUAL(PR_SET_PDEATHSIG, 1),
    REFUSE(EPERM),
    RETURN(SECCOMP_RET_ALLOW),
    // The C library then asks `clone`, whose flags can be seen: threads yes, processes no.
    UNLESS_EQUAL(CLONE3, 1),
    REFUSE(ENOSYS),
    UNLESS_EQUAL(SYS_clone, 4),
    LOAD(args[0]),
    UNLESS_SET(CLONE_THREAD, 1),
    RETURN(SECCOMP_RET_ALLOW),
    REFUSE(EPERM),
    // Memory that is shared or a stack, which no limit counts.
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
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) < 0 ? "its filter of system calls" : NULL;
}

#else
static const char *filter_calls(void) { return "its filter of system calls"; }
#endif

// Where the server runs as root the program does too, and can do nothing more by that than anybody else.
static int drop_capabilities(void) {
  for (unsigned long capability = 0; capability < 64; capability++) prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct none[2] = {{0, 0, 0}, {0, 0, 0}};
  return (int)syscall(SYS_capset, &header, none);
}

const char *confine(int ruleset, int filters_calls) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 || drop_capabilities() < 0) return "its privileges";
  if (ruleset >= 0 && syscall(RESTRICT_SELF, ruleset, 0) < 0) return "its access to files";
  // After the privileges, with which it would be forgotten.
  if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) < 0) return "its end with the server's";
  return filters_calls ? filter_calls() : NULL;
}

#endif
