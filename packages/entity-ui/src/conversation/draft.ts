import type { Medium, Quoted } from './message.ts'

/** A file that goes with a message. */
export interface DraftFile {
  id: string
  name: string
  url: string
  mime: string
}

/** A message that is being written. */
export interface Draft {
  to: string
  cc: string
  bcc: string
  subject: string
  message: string
  files: readonly DraftFile[]
  /** Id of an approved template, in place of a text of one's own. */
  template: string
  parameters: readonly string[]
  /** The WhatsApp connection by which the other side wrote; '' for the site's own choice. */
  connection: string
  /** The message that it answers, with its id at the provider. */
  answered: (Quoted & { messageId: string }) | null
}

export const blankDraft: Draft = {
  ...{ to: '', cc: '', bcc: '', subject: '', message: '' },
  ...{ files: [], template: '', parameters: [], connection: '', answered: null },
}

/** True when there is something in it that somebody typed or chose. */
export const hasContent = ({ message, files, template }: Draft): boolean =>
  message.trim() !== '' || files.length > 0 || template !== ''

/** The name under which a draft is kept: one for each person, record and way to write. */
export const draftKey = (host: string, user: string, entity: string, id: string, medium: Medium): string =>
  ['draft', host, user, entity, id, medium].join('\n')

/** A draft as it was left, also by a former visit; undefined where there is none. */
export function readDraft(key: string): Draft | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return typeof value === 'object' && value !== null ? { ...blankDraft, ...value } : undefined
  } catch {
    // A browser that keeps nothing keeps no drafts.
    return undefined
  }
}

/** Keeps a draft; null, or one without content, is forgotten. */
export function keepDraft(key: string, draft: Draft | null): void {
  try {
    if (draft !== null && hasContent(draft)) localStorage.setItem(key, JSON.stringify(draft))
    else localStorage.removeItem(key)
  } catch {
    // Without room it lasts as long as the page.
  }
}
