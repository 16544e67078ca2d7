/** Maximum length of a project's id, in characters. */
const maxLength = 40

/** True for an id that a project may have; it names a folder, a cookie and a host. */
export const isProjectId = (id: string): boolean => /^[a-z]([a-z0-9-]{0,38}[a-z0-9])?$/.test(id)

/** The id that a project's name gives; undefined for a name without a Latin or Hebrew letter. */
export function projectIdFrom(name: string): string | undefined {
  const id = toLatin(name)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, maxLength)
    .replace(/-+$/, '')
  return id || undefined
}

/** Hebrew letters as Latin ones, letter by letter, without vowel points and the marks of abbreviations. */
function toLatin(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u0591-\u05bd\u05bf-\u05c7]/g, '')
    .replace(/[׳״]|(?<=[א-ת])['"’”](?=[א-ת])|(?<=[א-ת])['’](?![א-ת])/g, '')
    .replace(/וו/g, 'v')
    .replace(/יי/g, 'y')
    .replace(/(?<=[א-תvy])[וי]/g, (letter) => (letter === 'ו' ? 'o' : 'i'))
    .replace(/(?<=[א-תvyoi])ה(?![א-ת])/g, 'a')
    .replace(/[א-ת]/g, (letter) => hebrew[letter] ?? '')
}

const hebrew: Readonly<Record<string, string>> = {
  ...{ א: 'a', ב: 'b', ג: 'g', ד: 'd', ה: 'h', ו: 'v', ז: 'z', ח: 'h', ט: 't', י: 'y', כ: 'k', ך: 'k', ל: 'l' },
  ...{ מ: 'm', ם: 'm', נ: 'n', ן: 'n', ס: 's', ע: 'a', פ: 'p', ף: 'f', צ: 'ts', ץ: 'ts', ק: 'k', ר: 'r' },
  ...{ ש: 'sh', ת: 't' },
}
