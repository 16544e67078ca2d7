import { beforeAll, describe, expect, test } from 'vitest'
import { makeTestSite, type TestSite } from '../../testing/test-site.ts'
import { missingPlaceholders } from './behaviours/translation.ts'

let site: TestSite
let staff: string

beforeAll(async () => {
  site = await makeTestSite()
  staff = await site.signIn('staff@example.com')
})

interface Entry {
  source_text: string
  translated_text: string
  language: string
  context?: string
}

async function translations(language?: string): Promise<Entry[]> {
  const query = language === undefined ? '' : `?language=${language}`
  return (await site.call('GET', `/api/app/get_translations${query}`)).json.translations
}

const submit = (body: object) => site.call('POST', '/api/app/submit_translation', { body, as: staff })

describe('the dictionary', () => {
  test('is open to guests and holds the catalogue, for one language or all', async () => {
    expect(await translations('he')).toContainEqual({
      source_text: 'Login',
      translated_text: 'התחברות',
      language: 'he',
    })
    expect((await translations()).length).toBeGreaterThan(500)
    expect(await translations('xx')).toEqual([])
  })

  test('uses a correction at once, in place of the catalogue’s text', async () => {
    const answer = await submit({ sourceText: ' Login ', translatedText: ' כניסה ', language: 'he', context: null })
    expect(answer.json.translation).toMatchObject({
      source_text: 'Login',
      translated_text: 'כניסה',
      language: 'he',
      contributed_by: 'staff@example.com',
    })
    const found = (await translations('he')).filter((entry) => entry.source_text === 'Login')
    expect(found).toEqual([{ source_text: 'Login', translated_text: 'כניסה', language: 'he' }])
    const again = await submit({ sourceText: 'Login', translatedText: 'כניסה למערכת', language: 'he' })
    expect(again.json.translation.id).toBe(answer.json.translation.id)
  })

  test('tells texts apart by case and by context', async () => {
    await submit({ sourceText: 'LOGIN', translatedText: 'כניסה!', language: 'he' })
    await submit({ sourceText: 'Login', translatedText: 'שם משתמש', language: 'he', context: 'field' })
    const found = (await translations('he')).filter((entry) => entry.source_text.toLowerCase() === 'login')
    expect(found).toHaveLength(3)
    expect(found).toContainEqual({
      source_text: 'Login',
      translated_text: 'שם משתמש',
      language: 'he',
      context: 'field',
    })
  })

  test('also translates the messages of the server', async () => {
    await submit({ sourceText: 'Invalid login credentials', translatedText: 'לא נכון', language: 'he' })
    const answer = await site.call('POST', '/api/auth/login', { body: {}, headers: { 'accept-language': 'he' } })
    expect(answer.json.message).toBe('לא נכון')
  })

  test('refuses blank, long, unknown and broken corrections', async () => {
    const message = async (body: object) => {
      const { status, json } = await submit({
        sourceText: 'Saved {0}',
        translatedText: 'נשמר {0}',
        language: 'he',
        ...body,
      })
      return [status, json.message]
    }
    expect(await message({ translatedText: ' ' })).toEqual([417, 'Translated text is required'])
    expect(await message({ sourceText: '' })).toEqual([417, 'Source Text is required'])
    expect(await message({ sourceText: { a: 1 } })).toEqual([417, 'Source Text is required'])
    expect(await message({ language: 'fr' })).toEqual([417, 'Language must be one of: en, he'])
    expect(await message({ translatedText: 'x'.repeat(5001) })).toEqual([
      417,
      'Translated Text is too long (maximum 5,000 characters)',
    ])
    expect(await message({ translatedText: 'נשמר' })).toEqual([417, 'The translation must keep {0}'])
  })
})

test('a translation must keep the placeholders of the source', () => {
  expect(missingPlaceholders('{0} of {1}', '{1} מתוך {0}')).toEqual([])
  expect(missingPlaceholders('{0} of {total}', '{0}')).toEqual(['{total}'])
  expect(
    missingPlaceholders('{n, plural, one {# row} other {# rows}}', '{n, plural, one {שורה} other {# שורות}}'),
  ).toEqual([])
})
