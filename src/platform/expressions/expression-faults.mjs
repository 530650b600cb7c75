// What is wrong with expressions before they run. JavaScript, because threads load it as it stands.
import jsonata from 'jsonata';
import { RE2JS } from 're2js';

const maxParts = 5000;

/** Functions that JSONata has of its own. */
const builtins = new Set(
  `sum count max min average string substring substringBefore substringAfter lowercase uppercase length trim pad match contains
  replace split join formatNumber formatBase formatInteger parseInteger number floor ceil round abs sqrt power boolean not map zip
  filter single reduce sift keys lookup append exists spread merge reverse each error assert type sort distinct base64encode
  base64decode encodeUrlComponent encodeUrl decodeUrlComponent decodeUrl toMillis fromMillis now millis clone`.split(
    /\s+/,
  ),
);

/** Functions that would give something else when a run is taken up again, or run what nobody has checked. */
const refused = new Map([
  ['random', 'a run that is taken up again must come to the same values'],
  ['shuffle', 'a run that is taken up again must come to the same values'],
  ['eval', 'expressions are checked before they run'],
]);

/** What is wrong with each of the expressions, which are JSONata. `known`: the variables of its place, without their `$`. */
export function faultsOf(sites) {
  return sites.flatMap(({ pointer, text, known }) => {
    const fault = expressionFault(text, known);
    return fault === undefined ? [] : [{ pointer, ...fault }];
  });
}

/** `undefined` when nothing is wrong. */
function expressionFault(text, known) {
  let tree;
  try {
    tree = jsonata(text).ast();
  } catch (error) {
    const detail = `is not JSONata: ${messageOf(error)}${hintFor(text)}`;
    return Number.isInteger(error?.position) ? { detail, position: error.position } : { detail };
  }
  const detail = misuse(tree, known);
  return detail === undefined ? undefined : { detail };
}

/** What an expression that can be read may not do. */
function misuse(tree, known) {
  const { parts, names, bound, regexes, transforms } = survey(tree);
  if (parts > maxParts) return `must have at most ${maxParts} parts`;
  if (transforms)
    return 'transforms an object in place (| … | … |), which is not allowed: build the new object, with $merge for example';
  for (const regex of regexes) {
    const fault = regexFault(regex);
    if (fault !== undefined) return fault;
  }
  for (const name of names) {
    if (refused.has(name)) return `uses $${name}, which is not allowed: ${refused.get(name)}`;
    if (!known.includes(name) && !bound.has(name) && !builtins.has(name))
      return `uses $${name}, which is not known here`;
  }
  for (const name of bound)
    if (known.includes(name) || builtins.has(name))
      return `gives $${name} another meaning; choose another name`;
  return undefined;
}

/** What to write instead of what other languages say. */
function hintFor(text) {
  if (/^\s*\.|\.\[|\|\s*(?:\w+|\.)/.test(text) && !/\|\|/.test(text))
    return '. It looks like jq: in JSONata .a.b is a.b, .items[] is items, select(.x == 1) is [x = 1], and length is $count(…)';
  if (/===?|!==|&&|\|\||=>|`|\?\.|\.\w+\(/.test(text))
    return '. It looks like JavaScript: in JSONata === is =, !== is !=, && is and, || is or, x => … is function($x){ … }, `a ${b}` is "a " & b, and list.map(f) is $map(list, f)';
  return '';
}

/** Walks the tree without recursion: it may be deep, and some nodes refer back. */
function survey(tree) {
  const found = { parts: 0, names: new Set(), bound: new Set(), regexes: new Set(), transforms: false };
  const visited = new Set();
  const open = [tree];
  while (open.length > 0 && found.parts <= maxParts) {
    const node = open.pop();
    if (typeof node !== 'object' || node === null || visited.has(node)) continue;
    visited.add(node);
    found.parts++;
    if (node instanceof RegExp) found.regexes.add(node);
    else look(node, found);
    if (node.type === 'transform') found.transforms = true;
    for (const part of Object.values(node)) open.push(part);
  }
  return found;
}

function look(node, { names, bound }) {
  const { type, value } = node;
  if (type === 'bind') bound.add(node.lhs.value);
  if (type === 'lambda') for (const argument of node.arguments) bound.add(argument.value);
  if (typeof node.focus === 'string') bound.add(node.focus);
  if (typeof node.index === 'string') bound.add(node.index);
  if (type === 'variable' && value !== '' && value !== '$') names.add(value);
}

function regexFault({ source }) {
  try {
    RE2JS.compile(source);
    return undefined;
  } catch (error) {
    return `has a regular expression that cannot be matched in linear time: ${messageOf(error)}`;
  }
}

function messageOf(error, length = 300) {
  return String(error?.message ?? error).slice(0, length);
}
