import type { Behaviour } from '../../../entity/index.ts'
import { translateSentence } from '../../../ground/sentences.ts'
import type { Hq } from '../hq.ts'

/** Translates the messages of project events for each reader (reference: hosting, Project states). */
export const projectEventBehaviour = (hq: Hq): Behaviour => ({
  entity: 'Project Event',
  present: (record, { language }) =>
    record.message ? { ...record, message: translateSentence(hq.site, record.message, language) } : record,
})
