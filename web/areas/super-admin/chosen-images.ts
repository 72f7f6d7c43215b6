/** Files that were chosen for images and are not saved yet. */
export type ChosenImages<Name extends string> = Readonly<Partial<Record<Name, File>>>

/** What is still chosen once `sent` was saved: another file, picked while that one was on its way, is kept. */
export function unsent<Name extends string>(
  chosen: ChosenImages<Name>,
  sent: ChosenImages<Name>,
): ChosenImages<Name> {
  const left = Object.entries(chosen).filter(([name, file]) => sent[name as Name] !== file)
  return Object.fromEntries(left) as ChosenImages<Name>
}
