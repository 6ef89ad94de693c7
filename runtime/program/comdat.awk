# Puts all sections of an assembler file into one COMDAT group, so that many objects may carry a copy of them and the linker keeps one.
# -v group=NAME.  `.section NAME` alone means the section as it was declared before, and loses its group if it is not said again.
/^[ \t]*\.section[ \t]/ && !/\.note/ {
  n = split ($0, part, ",")
  if (n > 1) {
    flags = part[2]
    gsub (/"/, "", flags)
    type = n > 2 ? part[3] : "@progbits"
    declared[part[1]] = part[1] ",\"" flags "G\"," type (n > 3 ? "," part[4] : "") "," group ",comdat"
  }
  print (part[1] in declared) ? declared[part[1]] : $0
  next
}
{ print }
