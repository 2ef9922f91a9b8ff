#!/bin/sh
# Start Kiebitz: a double click, or ./start.sh. It needs Python 3.11 to 3.14 and nothing from the network.
cd "$(dirname "$0")" || exit 1
for python in python3.14 python3.13 python3.12 python3.11 python3; do
    if "$python" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' 2>/dev/null; then
        exec "$python" start.py
    fi
done
echo "kiebitz: there is no Python 3.11 to 3.14 on this computer. On Debian and Ubuntu type: sudo apt install python3" >&2
if [ -t 0 ]; then
    printf 'Press Enter to close this window. '
    read -r _
fi
exit 1
