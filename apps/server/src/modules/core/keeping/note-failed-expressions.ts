import { createRecord, systemContext } from '../../../entity/index.ts'
import type { Site } from '../../../site.ts'

/** Puts stored expressions that could not be worked out into the error log (reference: expressions, Failures). */
export function noteFailedExpressions(site: Site): void {
  const { engine } = site
  engine.expressionFailed = ({ entity, fieldname, property, reason }) => {
    const record = {
      title: `${entity}: ${fieldname} (${property})`.slice(0, 140),
      level: 'Warning',
      traceback: reason.slice(0, 50_000),
    }
    site.inBackground(createRecord(engine, systemContext(engine), 'Error Log', record))
  }
}
