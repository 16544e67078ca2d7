/** Maximum length of a project's id, in characters. */
const maxLength = 40

/** True for an id that a project may have; it names a folder, a cookie and a host. */
export const isProjectId = (id: string): boolean => /^[a-z]([a-z0-9-]{0,38}[a-z0-9])?$/.test(id)

/** The id that a project's name gives (reference: hosting, Ids); one that is taken gets the next free number. */
export function projectIdFrom(name: string, isTaken: (id: string) => boolean = () => false): string {
  const latin = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[א-ת]/g, (letter) => hebrew[letter] ?? '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .replace(/^(?=[0-9])/, 'p-')
  const id = cut(latin, maxLength) || 'project'
  let free = id
  for (let n = 2; isTaken(free); n++) free = `${cut(id, maxLength - 1 - String(n).length)}-${n}`
  return free
}

/** At most so many characters, with no hyphen at the end. */
const cut = (text: string, length: number) => text.slice(0, length).replace(/-+$/, '')

const hebrew: Readonly<Record<string, string>> = {
  ...{ א: 'a', ב: 'b', ג: 'g', ד: 'd', ה: 'h', ו: 'v', ז: 'z', ח: 'h', ט: 't', י: 'y', כ: 'k', ך: 'k', ל: 'l' },
  ...{ מ: 'm', ם: 'm', נ: 'n', ן: 'n', ס: 's', ע: 'a', פ: 'p', ף: 'p', צ: 'ts', ץ: 'ts', ק: 'k', ר: 'r' },
  ...{ ש: 'sh', ת: 't' },
}
