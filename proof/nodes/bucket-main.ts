// An S3-compatible store as a process of its own, made by others: it says where it is and serves until it is ended.
import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import accounts from '@20minutes/s3rver/lib/models/account.js'
import signatures from '@20minutes/s3rver/lib/signature/v4.js'
import { FOLDERS } from '@tahanan/contract/limits.ts'
import type { S3Config } from '@tahanan/server/platform/platform-config.ts'

const directory = process.argv[2]
if (!directory) throw new Error('Say in which folder the objects are to lie.')

const bucket = 'portal'
const credentials = { accessKeyId: 'portal', secretAccessKey: randomBytes(20).toString('hex') }
// Its own pair is known to everybody.
accounts.DUMMY_ACCOUNT.revokeAccessKey('S3RVER')
accounts.DUMMY_ACCOUNT.createKeyPair(credentials.accessKeyId, credentials.secretAccessKey)

// Amazon's client signs the address of the bucket itself with a slash at its end, which is lost on the way to the check.
const { getStringToSign } = signatures
signatures.getStringToSign = (request, ...rest) =>
  getStringToSign(request.uri === `/${bucket}` ? { ...request, uri: `/${bucket}/` } : request, ...rest)

const store = new S3rver({
  directory,
  silent: true,
  vhostBuckets: false,
  configureBuckets: [{ name: bucket }],
})
await store.configureBuckets()
// With the last object of a folder it removes the folder, and what is being written there at that moment. This keeps it.
for (const folder of Object.keys(FOLDERS)) {
  await mkdir(join(directory, bucket, folder), { recursive: true })
  await writeFile(join(directory, bucket, folder, 'no-object'), '')
}
const answer = store.callback()

const server = createServer((request, response) => {
  // It checks signatures, but serves whoever has none as well; the portal's bucket is private.
  if (request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 ')) answer(request, response)
  else {
    request.resume()
    response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>')
  }
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  const config: S3Config = { endpoint: `http://127.0.0.1:${port}`, bucket, region: 'us-east-1', credentials }
  console.log(JSON.stringify(config))
})
