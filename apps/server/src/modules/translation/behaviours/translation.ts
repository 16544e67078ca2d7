import { limits } from '@tavla/contract'
import type { Behaviour, Change } from '../../../entity/index.ts'

/**
 * Rules of translations (reference: http-api, Translations; metadata, Rules of built-in entities): trimmed, of limited
 * length, and with every placeholder of the source.
 */
export const translationBehaviour: Behaviour = {
  entity: 'Translation',
  beforeSave(change) {
    const { after, ctx } = change
    if (change.action === 'create') after.contributed_by ??= ctx.actor.user
    for (const fieldname of ['source_text', 'translated_text'] as const) {
      after[fieldname] = String(after[fieldname] ?? '').trim() || null
      checkLength(change, fieldname)
    }
    for (const placeholder of missingPlaceholders(
      String(after.source_text ?? ''),
      String(after.translated_text ?? ''),
    )) {
      change.reject('translated_text', { text: 'The translation must keep {0}', args: [placeholder] })
    }
  },
}

/** Placeholders that the translation lacks: `{0}`, `{name}`, and the counter of a plural. */
export function missingPlaceholders(source: string, translated: string): string[] {
  const present = new Set(namesIn(translated))
  return [...new Set(namesIn(source))].filter((name) => !present.has(name)).map((name) => `{${name}}`)
}

const namesIn = (text: string) => [...text.matchAll(/\{\s*(\w+)\s*(?:\}|,)/g)].map((match) => match[1] ?? '')

function checkLength({ after, model, reject }: Change, fieldname: string): void {
  if (String(after[fieldname] ?? '').length <= limits.translationLength) return
  const label = model.byName.get(fieldname)?.rule.label ?? fieldname
  const args = [{ translate: label }, limits.translationLength]
  reject(fieldname, { text: '{0} is too long (maximum {1} characters)', args }, 'CharacterLengthExceededError')
}
