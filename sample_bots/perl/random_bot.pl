#!/usr/bin/env perl
# Plays any legal action, the same ones whenever the seat has the same secret
# seed. Behind a bridge: arena bridge -- ./random_bot.pl
use strict;
use warnings;
use Digest::SHA qw(sha256);
use JSON::PP;
use MIME::Base64;

$| = 1;
my $json = JSON::PP->new;
my $start;

sub say_line { print $json->encode($_[0]), "\n" }

while (my $line = <STDIN>) {
  my $message = $json->decode($line);
  if ($start = $message->{matchStart} // $start, $message->{matchStart}) {
    say_line({ready => {}});
  } elsif (my $prompt = $message->{prompt}) {
    next unless $prompt->{kind} eq 'DECISION_KIND_MUST';
    my $place = "/$prompt->{seat}/$prompt->{decision}";
    my $number = unpack 'N', sha256(decode_base64($start->{privateSeed}) . $place);
    say_line({act => {index => $number % @{$prompt->{actions}}}});
  }
}
