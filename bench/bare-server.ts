import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// A process of its own: `node:http` alone, with one fixed answer to every call.

process.on('disconnect', () => process.exit())
process.once('message', ({ headers, body }: { headers: string[]; body: string }) => {
  const bytes = Buffer.from(body)
  const server = createServer((_request, response) => {
    response.writeHead(200, headers)
    response.end(bytes)
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
})
