#!/usr/bin/env php
<?php
// Plays any legal action, and the same ones whenever its seat has the same secret.
// Start it behind a bridge: arena bridge -- php random_bot.php
declare(strict_types=1);

$secret = '';

function answer(array $message): void
{
    echo json_encode($message, JSON_FORCE_OBJECT), "\n";
}

while (($line = fgets(STDIN)) !== false) {
    $message = json_decode($line, true, 512, JSON_THROW_ON_ERROR);
    if (isset($message['matchStart'])) {
        $secret = base64_decode($message['matchStart']['privateSeed']);
        answer(['ready' => []]);
    }
    $prompt = $message['prompt'] ?? ['actions' => []];
    $actions = $prompt['actions'];
    if ($actions) {
        $hash = hash('sha256', "$secret/{$prompt['seat']}/{$prompt['decision']}", true);
        $number = unpack('N', $hash)[1];
        answer(['act' => ['id' => $actions[$number % count($actions)]['id']]]);
    }
}
