import { parentPort, workerData } from 'node:worker_threads'
import { encryptBatch, type ChunkBatch } from './encrypt-batch.ts'

parentPort?.on('message', (batch: ChunkBatch) => {
  const encryptedBytes = encryptBatch(workerData as Uint8Array, batch)
  parentPort?.postMessage(encryptedBytes, [encryptedBytes.buffer])
})
