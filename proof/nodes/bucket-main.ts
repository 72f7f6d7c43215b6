// Runs s3rver, an S3-compatible store for tests, until the process is ended. Prints its address and keys.
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
// Replaces the default key pair of s3rver, because everybody can read it in the documentation.
accounts.DUMMY_ACCOUNT.revokeAccessKey('S3RVER')
accounts.DUMMY_ACCOUNT.createKeyPair(credentials.accessKeyId, credentials.secretAccessKey)

// Adds the slash at the end of the bucket's URL: Amazon's client signs the URL with it, but s3rver checks the
// signature without it.
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
// Puts one file into each folder. Otherwise s3rver deletes a folder together with its last object, even while
// other objects are being written to it.
for (const folder of Object.keys(UPLOAD_FOLDERS)) {
  await mkdir(join(directory, bucket, folder), { recursive: true })
  await writeFile(join(directory, bucket, folder, 'no-object'), '')
}
const handleRequest = store.callback()

const server = createServer((request, response) => {
  // Refuses requests without a signature, like the portal's real bucket. s3rver itself accepts them.
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
