internal import WireProtocol

/// Names that a new game cannot have because its language or Parlor uses them.
enum NameConflicts {
  /// Why a name is reserved, as a predicate ("is a keyword of Swift"); `nil` if it is not.
  ///
  /// - Parameters:
  ///   - id: the file's name.
  ///   - type: the type's name.
  static func reason(against id: String, _ type: String, in language: NewGame.Language) -> String? {
    if let reason = KnownNames.reason(againstGame: id) { return reason }
    if kit.contains(type) { return "is a name of the kit" }
    return switch language {
    case .python: pythonModules.contains(id) ? "is a module of Python, which the file would shadow" : nil
    case .node: nil
    case .swift:
      swiftWords.contains(id)
        ? "is a keyword of Swift" : swiftTypes.contains(type) ? "is a type or module that the game needs" : nil
    }
  }

  private static let kit = words("Chance Game Refused Server TurnGame Turns")

  /// The modules of Python 3.11 whose names have only letters.
  private static let pythonModules = words(
    """
    abc aifc antigravity argparse array ast asynchat asyncio asyncore atexit audioop bdb binascii bisect builtins
    calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys compileall concurrent configparser
    contextlib contextvars copy copyreg crypt csv ctypes curses dataclasses datetime dbm decimal difflib dis
    distutils doctest email encodings ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch fractions
    ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html http
    idlelib imaplib imghdr imp importlib inspect io ipaddress itertools json keyword linecache locale logging lzma
    mailbox mailcap marshal math mimetypes mmap modulefinder msilib msvcrt multiprocessing netrc nis nntplib nt
    ntpath numbers opcode operator optparse os ossaudiodev pathlib pdb pickle pickletools pipes pkgutil platform
    plistlib poplib posix posixpath pprint profile pstats pty pwd pyclbr pydoc pyexpat queue quopri random re
    readline reprlib resource rlcompleter runpy sched secrets select selectors shelve shlex shutil signal site smtpd
    smtplib sndhdr socket socketserver spwd ssl stat statistics string stringprep struct subprocess sunau symtable
    sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios textwrap this threading time timeit tkinter
    token tokenize tomllib trace traceback tracemalloc tty turtle turtledemo types typing unicodedata unittest
    urllib uu uuid venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile
    zipimport zlib zoneinfo
    """)

  private static let swiftWords = words(
    """
    any as associatedtype async await break case catch class continue default defer deinit do else enum extension
    fallthrough false fileprivate for func guard if import in init inout internal is let nil operator package private
    protocol public repeat rethrows return self static struct subscript super switch throw throws true try typealias
    var where while
    """)

  private static let swiftTypes = words(
    """
    Any Array Bool Board Catalogue Cell Character Codable Dictionary Dispatch Double Elapsed Error Foundation
    GameInfo GameKit GameKitTesting GameModule GameSettings Gesture Glibc Int Match Move NoPuzzle NoSettings Optional
    Outcome ParlorServer Protocol Rejection Result Seats Self Set String Swift Synchronization TableEvent Testing Tile
    Turn Type Viewer WireProtocol
    """)

  private static func words(_ text: String) -> Set<String> {
    Set(text.split { $0 == " " || $0 == "\n" }.map(String.init))
  }
}
