#!/usr/bin/env perl
# Plays any legal action, and the same ones whenever its seat has the same secret.
# Start it behind a bridge: arena bridge -- perl random_bot.pl
use strict;
use warnings;
use Digest::SHA qw(sha256);
use JSON::PP;
use MIME::Base64;

$| = 1;
my $json = JSON::PP->new;
my $secret;

sub answer { print $json->encode(shift), "\n" }

while (my $line = <STDIN>) {
    my $message = $json->decode($line);
    if (my $start = $message->{matchStart}) {
        $secret = decode_base64($start->{privateSeed});
        answer({ready => {}});
    }
    my $prompt = $message->{prompt} or next;
    my @actions = @{$prompt->{actions}} or next;
    my $number = unpack 'N', sha256("$secret/$prompt->{seat}/$prompt->{decision}");
    answer({act => {id => $actions[$number % @actions]{id}}});
}
