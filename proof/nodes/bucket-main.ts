// Runs s3rver, an S3-compatible store, until it is ended; prints its configuration.
import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import accounts from '@20minutes/s3rver/lib/models/account.js'
import signatures from '@20minutes/s3rver/lib/signature/v4.js'
import { UPLOAD_FOLDERS } from '@tahanan/contract/limits.ts'
import type { S3Config } from '@tahanan/server/platform/platform-config.ts'

const directory = process.argv[2]
if (!directory) throw new Error('Name the folder of the objects.')

const bucket = 'portal'
const credentials = { accessKeyId: 'portal', secretAccessKey: randomBytes(20).toString('hex') }
// Replaces the default key pair of s3rver, because it is public in the documentation.
accounts.DUMMY_ACCOUNT.revokeAccessKey('S3RVER')
accounts.DUMMY_ACCOUNT.createKeyPair(credentials.accessKeyId, credentials.secretAccessKey)

// s3rver checks signatures without the trailing slash that Amazon's client signs in the bucket's URL.
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
// Creates one file in each folder, because s3rver deletes a folder with its last object, even while other
// objects are being written to it.
for (const folder of Object.keys(UPLOAD_FOLDERS)) {
  await mkdir(join(directory, bucket, folder), { recursive: true })
  await writeFile(join(directory, bucket, folder, 'no-object'), '')
}
const handleRequest = store.callback()

const server = createServer((request, response) => {
  // Refuses unsigned requests: s3rver accepts them, but the portal's real bucket is private.
  if (request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 ')) handleRequest(request, response)
  else {
    request.resume()
    response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>')
  }
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  const config: S3Config = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket,
    prefix: '',
    region: 'us-east-1',
    credentials,
  }
  console.log(JSON.stringify(config))
})
