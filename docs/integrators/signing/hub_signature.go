// Package hubsignature has the signatures of HUB Network: HMAC-SHA256 over the raw bytes of a body, in both directions.
package hubsignature

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

const Header = "X-HUB-Signature"
const prefix = "sha256="

// Sign gives the header's value for exactly the bytes that leave.
func Sign(secret string, body []byte) string {
	return prefix + hex.EncodeToString(digest(secret, body))
}

// Verify says whether one of your secrets signed exactly the bytes that came; in constant time.
func Verify(secrets []string, body []byte, header string) bool {
	if !strings.HasPrefix(header, prefix) {
		return false
	}
	given, err := hex.DecodeString(header[len(prefix):])
	if err != nil {
		return false
	}
	verified := false
	for _, secret := range secrets { // every one, so that the time says nothing about which
		verified = hmac.Equal(digest(secret, body), given) || verified
	}
	return verified
}

func digest(secret string, body []byte) []byte {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	return mac.Sum(nil)
}
