import { type Bench, connections } from './bench.ts'
import { makeDeal } from './deal.ts'
import { request } from './load.ts'

const line = {
  id: 'Order Line',
  module: 'Sales',
  type: 'Table',
  fields: [
    { fieldname: 'product', label: 'Product', fieldtype: 'Data', in_list_view: 1 },
    { fieldname: 'pieces', label: 'Pieces', fieldtype: 'Int', in_list_view: 1 },
  ],
}

const order = {
  id: 'Order',
  module: 'Sales',
  title_field: 'title',
  fields: [
    { fieldname: 'title', label: 'Title', fieldtype: 'Data', reqd: 1, in_list_view: 1 },
    { fieldname: 'city', label: 'City', fieldtype: 'Data', in_list_view: 1 },
    { fieldname: 'lines', label: 'Lines', fieldtype: 'Table', options: line.id },
  ],
}

/** Makes an entity with a table beside the deals, and this many records of three rows each. Resolves to their ids. */
export async function makeOrders({ site, cookie, client }: Bench, wanted: number): Promise<string[]> {
  const url = `http://127.0.0.1:${site.port}/api/entity`
  const headers = { cookie, 'content-type': 'application/json' }
  for (const definition of [line, order]) {
    const answer = await fetch(`${url}/Entity`, { method: 'POST', headers, body: JSON.stringify(definition) })
    if (!answer.ok) throw new Error(`${definition.id} was refused: ${await answer.text()}`)
  }
  const creates = Array.from({ length: wanted }, (_, number) => {
    const { title, city, company } = makeDeal(number)
    const lines = [1, 2, 3].map((pieces) => ({ product: `${company} ${pieces}`, pieces }))
    return request('POST', '/api/entity/Order', cookie, { title, city, lines })
  })
  await client.run({ port: site.port, requests: creates, connections, seconds: 60, isOnce: true })
  const answer = await fetch(`${url}/Order?limit_page_length=${wanted}&fields=["id"]`, { headers })
  const { data } = (await answer.json()) as { data: { id: string }[] }
  return data.map(({ id }) => id)
}
