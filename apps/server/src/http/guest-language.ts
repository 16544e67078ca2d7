import type { IncomingHttpHeaders } from 'node:http'
import type { Language } from '../entity/index.ts'
import type { Site } from '../site.ts'

/** The language of a call without a signed-in user: the browser's preference, otherwise the site's default. */
export function languageOfGuest(site: Site, { headers }: { headers: IncomingHttpHeaders }): Language {
  return preferredLanguage(headers['accept-language']) ?? site.engine.settings.default_language
}

/** The header's supported language with the highest weight; undefined when it names none. */
export function preferredLanguage(header: string | undefined): Language | undefined {
  if (!header) return undefined
  let best: { language: Language; weight: number } | undefined
  for (const part of header.slice(0, 200).split(',')) {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
    const name = tag.split('-', 1)[0]
    const language = name === 'he' || name === 'iw' ? 'he' : name === 'en' ? 'en' : undefined
    const weight = Number(
      parameters
        .find((one) => one.trim().startsWith('q='))
        ?.trim()
        .slice(2) ?? 1,
    )
    if (language && weight > 0 && weight > (best?.weight ?? 0)) best = { language, weight }
  }
  return best?.language
}
