#include "gauze/server/store/migrations.h"

#include <array>

namespace gauze::server {
namespace {

// Questions, answers, vaults and keys are sealed (keys/data_keys.h); names of projects, people,
// releases and attributes are not.
constexpr const char* kTables = R"(
CREATE TABLE data_keys (
  id text PRIMARY KEY,
  sealed bytea NOT NULL);
CREATE TABLE releases (
  id text PRIMARY KEY,
  recipient text NOT NULL,
  digest text NOT NULL,
  vault text NOT NULL,
  k bigint NOT NULL,
  rows bigint NOT NULL,
  added timestamptz NOT NULL DEFAULT now(),
  revoked boolean NOT NULL DEFAULT false);
CREATE TABLE vault_pieces (
  vault text NOT NULL,
  number integer NOT NULL,
  sealed bytea NOT NULL,
  PRIMARY KEY (vault, number));
ALTER TABLE vault_pieces ALTER COLUMN sealed SET STORAGE EXTERNAL;
CREATE TABLE projects (
  id text PRIMARY KEY,
  title text NOT NULL,
  questions bigint NOT NULL,
  questions_per_value bigint NOT NULL,
  revoked boolean NOT NULL DEFAULT false);
CREATE TABLE members (
  project text NOT NULL REFERENCES projects,
  subject text NOT NULL,
  PRIMARY KEY (project, subject));
CREATE TABLE grants (
  project text NOT NULL REFERENCES projects,
  release text NOT NULL REFERENCES releases,
  attribute text NOT NULL,
  PRIMARY KEY (project, release, attribute));
CREATE TABLE audit_log (
  number bigint PRIMARY KEY,
  time text NOT NULL,
  who text NOT NULL,
  project text NOT NULL,
  kind text NOT NULL,
  decision text NOT NULL,
  reason text NOT NULL,
  body_digest text NOT NULL,
  previous text NOT NULL,
  hash text NOT NULL);
CREATE TABLE answered (
  audit_number bigint PRIMARY KEY REFERENCES audit_log,
  project text NOT NULL REFERENCES projects,
  release text NOT NULL REFERENCES releases,
  kind text NOT NULL,
  question bytea NOT NULL);
CREATE TABLE replies (
  id text PRIMARY KEY,
  body_digest text NOT NULL,
  code integer NOT NULL,
  body bytea NOT NULL,
  added timestamptz NOT NULL DEFAULT now());
CREATE INDEX replies_added ON replies (added);
)";

// The chain of hashes finds a changed log; this keeps it from being changed by accident.
constexpr const char* kAppendOnly = R"(
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the table % is only ever appended to', TG_TABLE_NAME;
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON answered
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
)";

// seal.h says what these are for. Rows that are there have none of it: `gauzed adopt` takes them
// over.
constexpr const char* kSeals = R"(
ALTER TABLE audit_log ADD COLUMN detail text NOT NULL DEFAULT '', ADD COLUMN record text NOT NULL DEFAULT '';
ALTER TABLE answered ADD COLUMN answer text NOT NULL DEFAULT '';
CREATE TABLE seal (
  one boolean PRIMARY KEY CHECK (one),
  number bigint NOT NULL,
  hash text NOT NULL,
  digest text NOT NULL);
)";

// People behind what an alias of choice 3 means, and people who chose more strictly later. Releases
// that are there have vaults which do not say what people chose (vault/vault.h).
constexpr const char* kChoices = R"(
ALTER TABLE releases ADD COLUMN k3 bigint NOT NULL DEFAULT 0;
CREATE TABLE withdrawals (
  number bigint PRIMARY KEY,
  release text NOT NULL REFERENCES releases,
  sealed text NOT NULL);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON withdrawals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
)";

constexpr std::array kMigrations{
    Migration{1, "tables", kTables},
    Migration{2, "append only", kAppendOnly},
    Migration{3, "seals", kSeals},
    Migration{4, "choices", kChoices},
};

}  // namespace

std::span<const Migration> Migrations() { return kMigrations; }

}  // namespace gauze::server
