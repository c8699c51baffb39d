using System;
using System.Collections.Generic;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;

/// <summary>Signatures of HUB Network: HMAC-SHA256 over the raw bytes of a body, in both directions.</summary>
public static class HubSignature
{
    public const string Header = "X-HUB-Signature";
    // \z: "$" would let a line break pass.
    private static readonly Regex Form = new Regex(@"\Asha256=[0-9a-fA-F]{64}\z");

    /// <summary>The header's value for exactly the bytes that leave.</summary>
    public static string Sign(string secret, byte[] body)
    {
        using (var hmac = new HMACSHA256(Encoding.UTF8.GetBytes(secret)))
            return "sha256=" + BitConverter.ToString(hmac.ComputeHash(body)).Replace("-", "").ToLowerInvariant();
    }

    /// <summary>Whether one of your secrets signed exactly the bytes that came; in constant time.</summary>
    public static bool Verify(IEnumerable<string> secrets, byte[] body, string header)
    {
        if (header == null || !Form.IsMatch(header)) return false;
        var given = Encoding.ASCII.GetBytes(header.ToLowerInvariant());
        var verified = false;
        foreach (var secret in secrets) // every one, so that the time says nothing about which
            verified |= CryptographicOperations.FixedTimeEquals(Encoding.ASCII.GetBytes(Sign(secret, body)), given);
        return verified;
    }
}
