package queue

import (
	"crypto/tls"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// A Server is a queue in this process.
type Server struct {
	server *server.Server
	URL    string // for workers on other machines, if they can reach it
}

// Serve starts a queue at an address, which is on the loopback interface if it has no host, for those who
// have one of the keys. Its streams are below dir. Port 0 is any that is free.
func Serve(addr, dir string, o Options) (*Server, error) {
	host, text, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, err
	}
	port, err := strconv.Atoi(text)
	if err != nil || port < 0 || port > 65535 {
		return nil, fmt.Errorf("want a port from 0 to 65535, found %q", text)
	}
	if host == "" || host == "localhost" {
		host = "127.0.0.1"
	}
	if port == 0 {
		port = server.RANDOM_PORT
	}
	options, err := server.ProcessConfigFile(filepath.Join(o.Keys.Path, ConfigFile))
	if err != nil {
		return nil, err
	}
	options.ServerName, options.Host, options.Port, options.MaxConn = "touchstone", host, port, mostConns()
	options.JetStream, options.StoreDir, options.DisableJetStreamBanner, options.NoSigs, options.NoLog = true, dir, true, true, true
	if o.TLSCert != "" {
		pair, err := tls.LoadX509KeyPair(o.TLSCert, o.TLSKey)
		if err != nil {
			return nil, err
		}
		options.TLS, options.TLSConfig = true, &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}
	}
	s, err := server.NewServer(options)
	if err != nil {
		return nil, err
	}
	free, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(max(0, port)))) // the server itself would end the process
	if err != nil {
		return nil, err
	}
	if err := free.Close(); err != nil {
		return nil, err
	}
	s.Start()
	if !s.ReadyForConnections(starting) {
		s.Shutdown()
		return nil, fmt.Errorf("the queue at %s was not ready within %s", addr, starting)
	}
	url := s.ClientURL()
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		if name, err := os.Hostname(); err == nil {
			url = strings.Replace(url, net.JoinHostPort(host, ""), net.JoinHostPort(name, ""), 1)
		}
	}
	return &Server{s, url}, nil
}

// usualConns is how many connections there may be where enough files may be open: a worker has one.
const usualConns = 1000

// starting is how long a server may take to start.
const starting = 20 * time.Second

// Dial connects from this process, which needs no TLS.
func (s *Server) Dial(o Options) (*Queue, error) {
	return Dial("nats://localhost", Options{Keys: o.Keys, As: o.As, AckWait: o.AckWait}, nats.InProcessServer(s.server))
}

// Close stops the server. Its streams stay.
func (s *Server) Close() {
	s.server.Shutdown()
	s.server.WaitForShutdown()
}
