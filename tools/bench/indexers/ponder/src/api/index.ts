import { db } from "ponder:api";
import { block, transaction, transfer } from "ponder:schema";
import { Hono } from "hono";
import { asc, count, eq } from "ponder";

const app = new Hono();
const json = (value) =>
  JSON.stringify(value, (_, each) => (typeof each === "bigint" ? String(each) : each));
const respond = (c, value) => c.body(json(value), 200, { "content-type": "application/json" });

app.get("/counts", async (c) => {
  const of = async (table) => (await db.select({ rows: count() }).from(table))[0].rows;
  return respond(c, {
    blocks: await of(block),
    transactions: await of(transaction),
    transfers: await of(transfer),
  });
});

app.get("/transactions/:hash", async (c) => {
  const rows = await db
    .select()
    .from(transaction)
    .where(eq(transaction.hash, c.req.param("hash")));
  return rows[0] ? respond(c, rows[0]) : c.notFound();
});

app.get("/blocks/:number/transactions", async (c) => {
  const rows = await db
    .select()
    .from(transaction)
    .where(eq(transaction.blockNumber, BigInt(c.req.param("number"))))
    .orderBy(asc(transaction.index))
    .limit(100);
  return respond(c, rows);
});

export default app;
