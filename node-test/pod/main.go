// Echoes over TCP and UDP at each port that it is given. Without ports it only waits, which is all that the pause container of a
// pod has to do. Static, so that its image needs nothing else.
package main

import (
	"io"
	"log"
	"net"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	for _, port := range os.Args[1:] {
		go echoTCP(":" + port)
		go echoUDP(":" + port)
	}
	end := make(chan os.Signal, 1)
	signal.Notify(end, syscall.SIGTERM, syscall.SIGINT)
	<-end
}

func echoTCP(address string) {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		log.Fatal(err)
	}
	for {
		connection, err := listener.Accept()
		if err != nil {
			log.Fatal(err)
		}
		go func() {
			defer connection.Close()
			io.Copy(connection, connection)
		}()
	}
}

func echoUDP(address string) {
	socket, err := net.ListenPacket("udp", address)
	if err != nil {
		log.Fatal(err)
	}
	buffer := make([]byte, 1500)
	for {
		length, sender, err := socket.ReadFrom(buffer)
		if err != nil {
			log.Fatal(err)
		}
		socket.WriteTo(buffer[:length], sender)
	}
}
