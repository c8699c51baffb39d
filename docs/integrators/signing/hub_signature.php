<?php

declare(strict_types=1);

/** Signatures of HUB Network: HMAC-SHA256 over the raw bytes of a body, in both directions. */
final class HubSignature
{
    public const HEADER = 'X-HUB-Signature';

    /** The header's value for exactly the bytes that leave. */
    public static function sign(string $secret, string $body): string
    {
        return 'sha256=' . hash_hmac('sha256', $body, $secret);
    }

    /**
     * Whether one of your secrets signed exactly the bytes that came; in constant time.
     *
     * @param string[] $secrets
     */
    public static function verify(array $secrets, string $body, ?string $header): bool
    {
        // \z: "$" would let a line break pass.
        if (preg_match('/\Asha256=([0-9a-fA-F]{64})\z/', $header ?? '', $form) !== 1) {
            return false;
        }
        $given = strtolower($form[1]);
        $verified = false;
        foreach ($secrets as $secret) { // every one, so that the time says nothing about which
            $verified = hash_equals(hash_hmac('sha256', $body, $secret), $given) || $verified;
        }
        return $verified;
    }
}
