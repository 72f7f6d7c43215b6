import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { S3Config } from '../../platform-config.ts'
import { parseByteRange } from '../parse-byte-range.ts'

export async function createTestBucket() {
  const objects = new Map<string, Buffer>()
  let failure: number | 'silence' | undefined
  let unansweredCount = 0
  const server = createServer((request, response) => {
    if (failure === 'silence') {
      unansweredCount += 1
      request.resume()
    } else if (failure !== undefined) {
      request.resume()
      response.writeHead(failure).end(`<Error><Code>SlowDown</Code></Error>`)
    } else void answerS3Request(objects, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    objects,
    config: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'portal',
      prefix: '',
      region: 'us-east-1',
      credentials: { accessKeyId: 'test', secretAccessKey: 'test-secret' },
    } satisfies S3Config,
    failWith(status: number | 'silence' | undefined) {
      failure = status
      unansweredCount = 0
    },
    silent: () => unansweredCount,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function answerS3Request(
  objects: Map<string, Buffer>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '', 'http://bucket.test')
  const key = decodeURIComponent(url.pathname).replace(/^\/portal\/?/, '')
  if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 ')) {
    response.writeHead(403).end()
    return
  }
  if (request.method === 'PUT') {
    const content = await buffer(request)
    if (content.length !== Number(request.headers['content-length'])) response.writeHead(400).end()
    else {
      objects.set(key, content)
      response.writeHead(200).end()
    }
    return
  }
  if (key === '') {
    response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(request.method === 'HEAD' ? '' : list(objects, url))
    return
  }
  if (request.method === 'DELETE') {
    objects.delete(key)
    response.writeHead(204).end()
    return
  }
  const content = objects.get(key)
  if (!content) {
    response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
    return
  }
  const range = parseByteRange(request.headers.range, content.length)
  const rangeContent =
    range && range !== 'unsatisfiable' ? content.subarray(range.start, range.end + 1) : content
  response.writeHead(range ? 206 : 200, {
    'content-length': rangeContent.length,
    'last-modified': new Date(Date.now() - 60_000).toUTCString(),
  })
  response.end(request.method === 'HEAD' ? undefined : rangeContent)
}

function list(objects: Map<string, Buffer>, url: URL): string {
  const startIndex = Number(url.searchParams.get('continuation-token') ?? 0)
  const prefix = url.searchParams.get('prefix') ?? ''
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix)).toSorted()
  const hasMore = startIndex + 2 < keys.length
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${hasMore}</IsTruncated>${
    hasMore ? `<NextContinuationToken>${startIndex + 2}</NextContinuationToken>` : ''
  }${keys
    .slice(startIndex, startIndex + 2)
    .map(
      (key) =>
        `<Contents><Key>${key}</Key><Size>1</Size><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>`,
    )
    .join('')}</ListBucketResult>`
}
