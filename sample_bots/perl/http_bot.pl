#!/usr/bin/env perl
# Plays any legal action by plain HTTP, with what every Perl has: no SDK, no bridge.
# Usage: http_bot.pl NAME [URL]; ARENA_TOKEN is sent if it is set.
use strict;
use warnings;
use Digest::SHA qw(sha256);
use HTTP::Tiny;
use JSON::PP;
use MIME::Base64;

$| = 1;
my ($name, $url) = (@ARGV, 'http://127.0.0.1:8080');
if (@ARGV < 1 || @ARGV > 2 || $name eq '' || $url !~ m{^https?://[^/]}) {
    print STDERR 'usage: http_bot.pl NAME [URL]; ',
        "a URL is http://HOST:PORT or https://HOST:PORT\n";
    exit 2;
}
$url =~ s{/$}{};
my $service = "$url/arena.v1.PlayService";
my $json = JSON::PP->new->utf8;
my $token = $ENV{ARENA_TOKEN};
# The token is shown to nobody but the referee; older versions would not look.
my %options = (verify_SSL => 1,
    default_headers => $token ? {Authorization => "Bearer $token"} : {});
# The referee asks for a sign of life every few seconds, so silence has an end.
my $stream = HTTP::Tiny->new(timeout => 120, %options);
my $calls = HTTP::Tiny->new(%options);
my @plays = map { {game => $_} } qw(doppelkopf octrix ordago ordo seconds);
my ($session, $secret, $over, $away) = ('', '');

sub post {
    my ($http, $method, $type, $body, @more) = @_;
    return $http->post("$service/$method",
        {headers => {'Content-Type' => "application/$type"}, content => $body, @more});
}

sub submit {
    post($calls, 'Submit', 'json',
        $json->encode({sessionToken => $session, request => {@_}}));
}

# What is zero is left out in JSON.
sub answer {
    my $message = shift;
    if (my $welcome = $message->{welcome}) {
        ($session, $away) = ($welcome->{sessionToken}, 0);
    } elsif (my $ping = $message->{ping}) {
        submit(pong => {nonce => $ping->{nonce} // 0});
    } elsif (my $start = $message->{matchStart}) {
        $secret = decode_base64($start->{privateSeed});
        submit(ready => {matchId => $start->{matchId}, seat => $start->{seat} // 0});
    } elsif (my $prompt = $message->{prompt}) {
        my $count = @{$prompt->{actions} // []} or return;
        my ($seat, $decision) = ($prompt->{seat} // 0, $prompt->{decision});
        my $number = unpack 'N', sha256("$secret/$seat/$decision");
        submit(act => {matchId => $prompt->{matchId}, seat => $seat,
            decision => $decision, index => $number % $count});
    } elsif (my $end = $message->{matchEnd}) {
        print "$end->{matchId}: @{$end->{result}{returns} // []}\n";
    }
}

# Each message has a byte of flags and four bytes of its size before it. The flag
# 2 is that of the last one, which says why it is over.
my $received;
sub receive {
    $received .= shift;
    while (length $received >= 5) {
        my ($flags, $size) = unpack 'CN', $received;
        last if length $received < 5 + $size;
        my $message = $json->decode(substr $received, 5, $size);
        substr($received, 0, 5 + $size) = '';
        if ($flags & 2) { $over = $message->{error} } else { answer($message->{response}) }
    }
}

# With the token of the session it goes on where it was.
while (1) {
    my $hello = $json->encode({hello =>
        {name => $name, language => 'perl', plays => \@plays, resumeToken => $session}});
    ($received, $over) = ('', undef);
    my $end = post($stream, 'Receive', 'connect+json', pack('CN', 0, length $hello) . $hello,
        data_callback => \&receive);
    my $why = $end->{content} =~ s/\s+\z//r || $end->{reason};
    $over //= {code => 'refused', message => $why} if $end->{status} =~ /^4/;
    if ($over) {
        warn "$name: ", $over->{message} // '', "\n";
        exit 1 if $over->{code} ne 'unavailable';
    } elsif (!$end->{success} && !$away++) {
        (my $address = $url) =~ s{.*://}{};
        warn "no referee at $url: $why; start one with ",
            "`referee --data FOLDER --http $address`; trying again\n";
    }
    sleep 1;
}
