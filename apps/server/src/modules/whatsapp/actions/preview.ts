import { invalid } from '@tavla/contract'
import type { Action } from '../../../entity/index.ts'
import { fillPlaceholders } from '../template-text.ts'

/** Fills a template's placeholders (reference: http-api, Actions); a placeholder without a parameter stays. */
export const preview: Action = {
  entity: 'Whatsapp Template',
  name: 'preview',
  needs: 'read',
  role: 'System Manager',
  async run(_engine, _ctx, { body }, { template_parameters = [] }) {
    const parameters = template_parameters ?? []
    if (!Array.isArray(parameters)) {
      throw invalid('The value for {0} is not valid', [{ translate: 'Template Parameters' }])
    }
    return { text: fillPlaceholders(typeof body === 'string' ? body : '', parameters) }
  },
}
