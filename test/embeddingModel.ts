import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export interface Model {
  readonly url: string;
  /** Texts it was asked for, and the `authorization` it got last. */
  readonly asked: string[];
  authorization: string | undefined;
  status: number;
  shape: 'openai' | 'ollama';
  /** It answers no request with more texts than this. */
  most: number;
  /** Where it sends requests on to. */
  location: string | undefined;
}

/** A model that knows two meanings: vehicles and everything else. */
export async function withModel(test: (model: Model) => Promise<void>): Promise<void> {
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      const { input } = body as { input: string[] };
      model.asked.push(...input);
      model.authorization = request.headers.authorization;
      if (input.length > model.most) return;
      if (model.location !== undefined) {
        response.writeHead(307, { location: model.location }).end();
        return;
      }
      const vectors = input.map((text) => (/car|automobile|lorry/.test(text) ? [3, 0.1] : [0.1, 3]));
      const answer =
        model.shape === 'ollama'
          ? { embeddings: vectors }
          : { data: vectors.map((embedding) => ({ embedding })) };
      response.writeHead(model.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/api/embed`;
  const model: Model = {
    url,
    asked: [],
    authorization: undefined,
    status: 200,
    shape: 'openai',
    most: Infinity,
    location: undefined,
  };
  try {
    await test(model);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
