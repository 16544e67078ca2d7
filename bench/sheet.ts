import { pick, randomFrom } from './random.ts'
import { type RunningSite, signIn } from './site.ts'
import { personName } from './words.ts'

/** Columns of the table, with id and title. */
export const columnCount = 30
/** Columns of the board. */
export const stages = Array.from({ length: 20 }, (_, at) => `Stage ${at + 1}`)
export const sheetCount = 2000
/** The column of the first number, after title, id and stage. */
export const numberColumn = 3

const types = ['Int', 'Data', 'Date', 'Currency', 'Check', 'Float', 'Data']
const others = Array.from({ length: columnCount - 3 }, (_, at) => types[at % types.length] ?? 'Data')

export const sheetDefinition = {
  id: 'Sheet',
  module: 'Sales',
  title_field: 'name',
  fields: [
    { fieldname: 'name', label: 'Name', fieldtype: 'Data', in_list_view: 1 },
    { fieldname: 'stage', label: 'Stage', fieldtype: 'Select', options: stages.join('\n'), in_list_view: 1 },
    ...others.map((fieldtype, at) => ({
      fieldname: `field_${at}`,
      label: `${fieldtype} ${at + 1}`,
      fieldtype,
      in_list_view: 1,
    })),
  ],
}

function makeSheet(number: number): Record<string, unknown> {
  const random = randomFrom(number)
  const value = (fieldtype: string): unknown => {
    const figure = Math.floor(random() * 1000)
    if (fieldtype === 'Data') return personName(random)
    if (fieldtype === 'Check') return figure % 2
    return fieldtype === 'Date' ? `2026-0${1 + (figure % 9)}-1${figure % 9}` : figure
  }
  const values = others.map((fieldtype, at) => [`field_${at}`, value(fieldtype)])
  return { ...Object.fromEntries(values), name: `Sheet ${number}`, stage: pick(random, stages) }
}

/** Makes the entity of thirty columns with its records. */
export async function prepareSheets(site: RunningSite): Promise<void> {
  const cookie = await signIn(site)
  const create = async (entity: string, body: object) => {
    const response = await fetch(`http://127.0.0.1:${site.port}/api/entity/${entity}`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${entity} was refused: ${await response.text()}`)
  }
  await create('Entity', sheetDefinition)
  const numbers = Array.from({ length: sheetCount }, (_, number) => number).values()
  const work = async () => {
    for (const number of numbers) await create(sheetDefinition.id, makeSheet(number))
  }
  await Promise.all([work(), work(), work(), work()])
}
