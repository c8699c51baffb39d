package main

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"os"
	"strings"

	"signing/hubsignature"
)

func plain(field string) []byte {
	if field == "-" {
		return nil
	}
	bytes, err := base64.StdEncoding.DecodeString(field)
	if err != nil {
		panic(err)
	}
	return bytes
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		fields := strings.Split(lines.Text(), "\t")
		if fields[0] == "sign" {
			fmt.Println(hubsignature.Sign(string(plain(fields[1])), plain(fields[2])))
			continue
		}
		secrets := []string{}
		for _, field := range fields[3:] {
			secrets = append(secrets, string(plain(field)))
		}
		fmt.Println(hubsignature.Verify(secrets, plain(fields[1]), string(plain(fields[2]))))
	}
}
