// Package fleettest starts clusters of NATS, for tests and for bench/class.
package queuetest

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// patience is how long servers may take to find each other and choose a leader.
const patience = time.Minute

// Cluster starts three servers in this process, with the configuration in a file and their streams below
// dir, and waits until they have a leader. The caller ends the servers, also those that are returned beside an error.
func Cluster(dir, config string) (servers []*server.Server, urls []string, err error) {
	routes, err := routes(3)
	if err != nil {
		return nil, nil, err
	}
	for i, route := range routes {
		port, err := strconv.Atoi(route.Port())
		if err != nil {
			return servers, nil, err
		}
		o, err := server.ProcessConfigFile(config)
		if err != nil {
			return servers, nil, err
		}
		o.ServerName = fmt.Sprint("s", i)
		o.Host, o.Port, o.NoSigs, o.NoLog = "127.0.0.1", server.RANDOM_PORT, true, true
		o.JetStream, o.StoreDir, o.DisableJetStreamBanner = true, filepath.Join(dir, o.ServerName), true
		o.Cluster, o.Routes = server.ClusterOpts{Name: "touchstone", Host: "127.0.0.1", Port: port}, routes
		s, err := server.NewServer(o)
		if err != nil {
			return servers, nil, err
		}
		s.Start()
		servers = append(servers, s)
	}
	for _, s := range servers {
		if !s.ReadyForConnections(patience) {
			return servers, nil, errors.New("a server is not ready")
		}
		urls = append(urls, s.ClientURL())
	}
	for begin := time.Now(); !slices.ContainsFunc(servers, (*server.Server).JetStreamIsLeader); time.Sleep(50 * time.Millisecond) {
		if time.Since(begin) > patience {
			return servers, nil, errors.New("the cluster has no leader")
		}
	}
	return servers, urls, nil
}

// routes returns addresses at which nobody listens: each server must know all before it starts.
func routes(n int) (routes []*url.URL, err error) {
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		defer l.Close() // at the end, so that no two are the same
		routes = append(routes, &url.URL{Scheme: "nats", Host: l.Addr().String()})
	}
	return routes, nil
}
