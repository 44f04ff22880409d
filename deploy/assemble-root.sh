#!/bin/sh
# Fills an empty folder with what Millrace needs of Debian, and nothing else: no package manager, no tools.
# The shell (dash) is there because only a shell can limit the memory of a process before it starts, as steps of flows need it.
# Needs Debian or a derivative of the same release, apt-get and dpkg-deb, and no rights.
set -eu
root=$1
packages=$(mktemp -d)
mkdir -p "$root"
(cd "$packages" && apt-get download base-files netbase tzdata ca-certificates libc6 libgcc-s1 libstdc++6 dash)
for package in "$packages"/*.deb; do dpkg-deb --extract "$package" "$root"; done
rm -r "$packages"

# What the scripts of these packages would do.
mkdir -p "$root/etc/ssl/certs" "$root/app" "$root/data" "$root/tmp" "$root/run" "$root/proc" "$root/dev"
find "$root/usr/share/ca-certificates" -name '*.crt' | sort | xargs cat > "$root/etc/ssl/certs/ca-certificates.crt"
echo 'root:x:0:0:root:/root:/sbin/nologin
millrace:x:10001:10001:Millrace:/data:/sbin/nologin' > "$root/etc/passwd"
echo 'root:x:0:
millrace:x:10001:' > "$root/etc/group"
echo 'hosts: files dns' > "$root/etc/nsswitch.conf"
chmod 1777 "$root/tmp"

# Read by people only.
rm -rf "$root/usr/share/doc" "$root/usr/share/man" "$root/usr/share/lintian" "$root/usr/share/locale" "$root/usr/share/ca-certificates" \
  "$root/usr/share/zoneinfo/right" "$root/usr/lib/x86_64-linux-gnu/gconv" "$root/usr/lib/aarch64-linux-gnu/gconv" \
  "$root/usr/share/gcc" "$root/usr/share/gdb" "$root/usr/sbin" "$root/usr/bin" "$root/sbin"
