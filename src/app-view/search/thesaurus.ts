import { stem } from './search-terms.js';

/** Words that people and tools use for the same thing, one line each. General computing only; no line is about one server. */
const lines = `
get read show view display fetch retrieve print see look load return open give
list enumerate show all get
create make add new generate insert start post open
delete remove erase drop forget discard clear destroy
update edit change modify replace set alter patch close reopen rename
write save store put create
search find locate lookup query look
move rename relocate transfer
send submit post
run execute trigger start launch evaluate simulate
stop end finish cancel halt
close shut quit exit
copy duplicate fork clone
merge squash combine
click press tap hit push
diff compare changed change touch
connect link relate join relation
capture take record screenshot snapshot
upload attach
download fetch get
navigate go visit browse url
reload refresh navigate
reply answer respond comment
approve accept review confirm reject handle
choose select pick switch
compress zip gzip archive
toggle enable disable turn switch
sum add total plus calculate number
think reason thought
repeat echo say
emulate pretend simulate
enter type fill input
store remember memory
directory folder dir
file document
image picture photo media screenshot logo
repository repo project
issue bug ticket defect
docs documentation doc manual reference guide
page website site web tab
user person people
entity node person people company
observation fact note
relation link connection relationship
memory graph knowledge
text string word content
environment env variable
size big biggest large largest
dialog popup alert confirm prompt modal
button element
key keyboard shortcut ctrl
video screencast movie recording
javascript js script
tree structure hierarchy recursive
performance speed fast slow profile
status check ci build
allow permission access
info metadata detail information
history log commit
multiple several many
code source
sdk library framework package
response answer result
header headers
dark light color scheme
3g network throttling connection
slow long
job task operation
email mail message
calendar event meeting appointment schedule
database db sql table
customer client contact
payment charge invoice bill
weather forecast temperature`;

/** Abbreviations that stand for several words, the commands of a shell among them. */
const abbreviations: Readonly<Record<string, readonly string[]>> = {
  pr: ['pull', 'request'],
  mr: ['merge', 'request'],
  ci: ['status', 'check'],
  mkdir: ['create', 'directory'],
  ls: ['list', 'directory'],
  mv: ['move', 'file'],
  cp: ['copy', 'file'],
  rm: ['delete', 'file'],
  cat: ['read', 'file'],
  grep: ['search', 'content'],
};

const related = new Map<string, Map<string, number>>();

for (const line of lines.trim().split('\n')) {
  const group = [...new Set(line.split(' ').map(stem))];
  for (const one of group) for (const other of group) relate(one, other, 0.7);
}
for (const [short, long] of Object.entries(abbreviations))
  for (const one of long) relate(short, stem(one), 0.8);

function relate(one: string, other: string, nearness: number): void {
  if (one === other) return;
  let others = related.get(one);
  if (others === undefined) related.set(one, (others = new Map<string, number>()));
  others.set(other, Math.max(nearness, others.get(other) ?? 0));
}

const nothing: ReadonlyMap<string, number> = new Map();

/** Stems that may be meant by a stem, each with how near it is: above 0, below 1. */
export function relatedTerms(term: string): ReadonlyMap<string, number> {
  return related.get(term) ?? nothing;
}
