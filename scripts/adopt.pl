# Runs a command and adopts the processes that it leaves behind, as Chromium does with its pages: then their processor
# time counts as that of the caller's children. Linux only; Node cannot set PR_SET_CHILD_SUBREAPER itself.
use strict;
use POSIX qw(uname);

my $PRCTL = (uname())[4] eq 'x86_64' ? 157 : 167;
my $PR_SET_CHILD_SUBREAPER = 36;
syscall($PRCTL, $PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);

my $command = fork() // die "fork: $!";
if ($command == 0) { exec(@ARGV) or exit(127) }

# Ctrl+C also reaches the command, which ends in its own time.
$SIG{INT} = 'IGNORE';
my $status = 1;
# Left-behind processes end within moments; one that does not must not hold the run up.
$SIG{ALRM} = sub { exit($status) };
while ((my $ended = wait()) != -1) {
  next if $ended != $command;
  $status = $? & 127 ? 128 + ($? & 127) : $? >> 8;
  alarm(5);
}
exit($status);
