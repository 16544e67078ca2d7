import type { Behaviour } from '../../../entity/index.ts'
import { translateSentence } from '../../../ground/sentences.ts'
import type { Hq } from '../hq.ts'

/** The story of the projects, told to each reader in their language (reference: hosting, Project states). */
export const projectEventBehaviour = (hq: Hq): Behaviour => ({
  entity: 'Project Event',
  present: (record, { language }) =>
    record.message ? { ...record, message: translateSentence(hq.site, record.message, language) } : record,
})
