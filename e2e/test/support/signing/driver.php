<?php

declare(strict_types=1);

require __DIR__ . '/hub_signature.php';

$plain = fn (string $field): ?string => $field === '-' ? null : base64_decode($field, true);

while (($line = fgets(STDIN)) !== false) {
    $fields = explode("\t", rtrim($line, "\n"));
    if (array_shift($fields) === 'sign') {
        echo HubSignature::sign($plain($fields[0]), $plain($fields[1])), "\n";
        continue;
    }
    [$body, $header] = array_map($plain, array_splice($fields, 0, 2));
    echo HubSignature::verify(array_map($plain, $fields), $body, $header) ? 'true' : 'false', "\n";
}
