#!/usr/bin/env bash
# Runs once, while the platform builds the image: installs what submissions may be written
# in. Take out what your course does not want. The network is needed here, and not later.
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive
apt-get update
apt-get install -y --no-install-recommends python3 g++ make default-jdk-headless nodejs
# Newer systems have no Python 2.7: take an image of Ubuntu 22.04 for a course that needs it.
apt-get install -y --no-install-recommends python2.7 || echo "python2.7 cannot be had here"
chmod +x "${AUTOGRADER:-/autograder}/source/touchstone"
