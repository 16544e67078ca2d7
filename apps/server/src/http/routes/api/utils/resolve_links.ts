import { badRequest, invalid, textOf, workLimits } from '@tavla/contract'
import { resolveLinks } from '../../../../entity/index.ts'
import { bodyOf } from '../../../body.ts'
import type { RouteFile } from '../../../routes.ts'

/** The records that pasted texts name (reference: http-api, Link suggestions). It only reads. */
const routes: RouteFile = (app) => {
  app.post('', async (request) => {
    const { entity, texts, reference_entity } = bodyOf(request)
    const query = { entity, texts: listOf(texts), reference_entity: textOf(reference_entity) }
    return { items: await resolveLinks(app.site.engine, request.ctx, query) }
  })
}

export default routes

function listOf(texts: unknown): readonly string[] {
  if (!Array.isArray(texts) || !texts.every((text) => typeof text === 'string')) throw badRequest()
  const most = workLimits.resolvedTexts
  if (texts.length > most) throw invalid('{0} must be a list of 1 to {1} items', ['texts', most])
  return texts
}
