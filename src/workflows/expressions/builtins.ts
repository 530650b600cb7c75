/** Functions that JSONata has of its own. */
export const builtins: ReadonlySet<string> = new Set(
  `sum count max min average string substring substringBefore substringAfter lowercase uppercase length trim pad match contains
  replace split join formatNumber formatBase formatInteger parseInteger number floor ceil round abs sqrt power boolean not map zip
  filter single reduce sift keys lookup append exists spread merge reverse each error assert type sort distinct base64encode
  base64decode encodeUrlComponent encodeUrl decodeUrlComponent decodeUrl toMillis fromMillis now millis clone`.split(
    /\s+/,
  ),
);

/** Functions that would give something else when a run is taken up again, or run what nobody has checked; with the reason. */
export const refused: ReadonlyMap<string, string> = new Map([
  ['random', 'a run that is taken up again must come to the same values'],
  ['shuffle', 'a run that is taken up again must come to the same values'],
  ['eval', 'expressions are checked before they run'],
]);
