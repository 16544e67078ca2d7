/**
 * The module `node:http`. An import would read everything that it exports, and for its `WebSocket` Node loads a second
 * HTTP client: a twentieth of a start.
 */
export const nodeHttp = process.getBuiltinModule('node:http')
