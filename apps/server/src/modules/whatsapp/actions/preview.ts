import { invalid } from '@tavla/contract'
import type { Action } from '../../../entity/index.ts'
import { filled } from '../template-text.ts'

/**
 * A template's text with its placeholders filled (reference: http-api, Actions); one without a parameter stays as it
 * is.
 */
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
    return { text: filled(typeof body === 'string' ? body : '', parameters) }
  },
}
