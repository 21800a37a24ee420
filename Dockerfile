# touchstone with what submissions may be written in:
#
#	docker build -t touchstone .
#	docker run --rm --network none -v "$PWD:/work:ro" touchstone check reversi /work/homework
#
# Inside a container the sandbox confines what the container lets it: "docker run --rm
# touchstone doctor" tells.
FROM golang:1.26-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags="-s -w" -o /touchstone ./cmd/touchstone

# Python 2.7 is in this version of Ubuntu, and in none after it.
FROM ubuntu:22.04
RUN apt-get update \
	&& DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
		python2.7 python3 g++ make default-jdk-headless nodejs \
	&& rm -rf /var/lib/apt/lists/*
COPY --from=build /touchstone /usr/local/bin/touchstone
WORKDIR /work
ENTRYPOINT ["touchstone"]
