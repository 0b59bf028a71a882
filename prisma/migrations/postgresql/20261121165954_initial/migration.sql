-- CreateTable
CREATE TABLE "users" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "claimed_organizations" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMP(3) NOT NULL,
    "updated_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL,
    "expires_at" TIMESTAMP(3) NOT NULL,
    "last_used_at" TIMESTAMP(3) NOT NULL,
    "ip_address" TEXT NOT NULL,
    "user_agent" TEXT NOT NULL,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "user_tokens" (
    "hash" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "data" TEXT,
    "created_at" TIMESTAMP(3) NOT NULL,
    "expires_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "user_tokens_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "throttles" (
    "key" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "expires_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "throttles_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "organizations" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "next_position" INTEGER NOT NULL DEFAULT 0,
    "time_zone" TEXT NOT NULL DEFAULT 'Etc/UTC',
    "about" TEXT NOT NULL DEFAULT '',
    "website_url" TEXT,
    "support_url" TEXT,
    "accent_color" TEXT,
    "languages" TEXT NOT NULL DEFAULT 'en',
    "indexed" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMP(3) NOT NULL,
    "updated_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "organizations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "organization_logos" (
    "organization_id" TEXT NOT NULL,
    "media_type" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "organization_logos_pkey" PRIMARY KEY ("organization_id")
);

-- CreateTable
CREATE TABLE "memberships" (
    "organization_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "memberships_pkey" PRIMARY KEY ("organization_id","user_id")
);

-- CreateTable
CREATE TABLE "invitations" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "email" TEXT,
    "role" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "invited_by" TEXT,
    "created_at" TIMESTAMP(3) NOT NULL,
    "expires_at" TIMESTAMP(3) NOT NULL,
    "accepted_at" TIMESTAMP(3),

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_tokens" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "hint" TEXT NOT NULL,
    "created_by" TEXT,
    "created_at" TIMESTAMP(3) NOT NULL,
    "expires_at" TIMESTAMP(3),
    "last_used_at" TIMESTAMP(3),

    CONSTRAINT "api_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "key_hash" TEXT NOT NULL,
    "request_hash" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "expires_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("key_hash")
);

-- CreateTable
CREATE TABLE "audit_entries" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,
    "actor_kind" TEXT NOT NULL,
    "actor_id" TEXT,
    "actor_name" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject_type" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "subject_name" TEXT NOT NULL,
    "before" TEXT,
    "after" TEXT,
    "ip_address" TEXT NOT NULL,
    "user_agent" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "component_groups" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "collapsed" BOOLEAN NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL,
    "updated_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "component_groups_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "components" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "group_id" TEXT,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "recorded_status" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "start_date" TEXT,
    "archived_at" TIMESTAMP(3),
    "created_at" TIMESTAMP(3) NOT NULL,
    "updated_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "components_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "component_status_settings" (
    "id" TEXT NOT NULL,
    "component_id" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,
    "actor_kind" TEXT NOT NULL,
    "actor_id" TEXT,
    "actor_name" TEXT NOT NULL,

    CONSTRAINT "component_status_settings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "component_status_changes" (
    "id" TEXT NOT NULL,
    "component_id" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "component_status_changes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "incidents" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "impact" TEXT NOT NULL,
    "started_at" TIMESTAMP(3) NOT NULL,
    "resolved_at" TIMESTAMP(3),
    "postmortem" TEXT,
    "postmortem_published_at" TIMESTAMP(3),
    "postmortem_updated_at" TIMESTAMP(3),
    "created_at" TIMESTAMP(3) NOT NULL,
    "updated_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "incidents_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "incident_components" (
    "incident_id" TEXT NOT NULL,
    "component_id" TEXT NOT NULL,
    "status" TEXT NOT NULL,

    CONSTRAINT "incident_components_pkey" PRIMARY KEY ("incident_id","component_id")
);

-- CreateTable
CREATE TABLE "incident_updates" (
    "id" TEXT NOT NULL,
    "incident_id" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "components" TEXT NOT NULL,
    "display_at" TIMESTAMP(3) NOT NULL,
    "notified" BOOLEAN NOT NULL,
    "author_id" TEXT,
    "created_at" TIMESTAMP(3) NOT NULL,
    "updated_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "incident_updates_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "incident_update_texts" (
    "id" TEXT NOT NULL,
    "update_id" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "replaced_at" TIMESTAMP(3) NOT NULL,
    "replaced_by" TEXT,

    CONSTRAINT "incident_update_texts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "maintenances" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "scheduled_for" TIMESTAMP(3) NOT NULL,
    "scheduled_until" TIMESTAMP(3) NOT NULL,
    "started_at" TIMESTAMP(3),
    "ended_at" TIMESTAMP(3),
    "auto_start" BOOLEAN NOT NULL,
    "auto_complete" BOOLEAN NOT NULL,
    "notify" BOOLEAN NOT NULL,
    "reminder_minutes" INTEGER,
    "reminder_at" TIMESTAMP(3),
    "due_at" TIMESTAMP(3),
    "created_at" TIMESTAMP(3) NOT NULL,
    "updated_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "maintenances_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "maintenance_components" (
    "maintenance_id" TEXT NOT NULL,
    "component_id" TEXT NOT NULL,

    CONSTRAINT "maintenance_components_pkey" PRIMARY KEY ("maintenance_id","component_id")
);

-- CreateTable
CREATE TABLE "maintenance_updates" (
    "id" TEXT NOT NULL,
    "maintenance_id" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "components" TEXT NOT NULL,
    "notified" BOOLEAN NOT NULL,
    "author_id" TEXT,
    "created_at" TIMESTAMP(3) NOT NULL,
    "updated_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "maintenance_updates_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "maintenance_update_texts" (
    "id" TEXT NOT NULL,
    "update_id" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "replaced_at" TIMESTAMP(3) NOT NULL,
    "replaced_by" TEXT,

    CONSTRAINT "maintenance_update_texts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "templates" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "impact" TEXT,
    "component_ids" TEXT NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL,
    "updated_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "templates_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notification_events" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "incident_id" TEXT,
    "maintenance_id" TEXT,
    "payload" TEXT NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL,
    "fan_out_cursor" TEXT NOT NULL DEFAULT '',
    "fanned_out_at" TIMESTAMP(3),

    CONSTRAINT "notification_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "subscribers" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "address_hash" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "everything" BOOLEAN NOT NULL,
    "contact_email" TEXT,
    "secrets" TEXT,
    "manage_token_hash" TEXT NOT NULL,
    "unsubscribe_token_hash" TEXT NOT NULL,
    "tokens" TEXT NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "failing_since" TIMESTAMP(3),
    "quarantined_at" TIMESTAMP(3),
    "rests_until" TIMESTAMP(3),
    "confirmed_at" TIMESTAMP(3),
    "created_at" TIMESTAMP(3) NOT NULL,
    "updated_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "subscribers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "subscriber_components" (
    "subscriber_id" TEXT NOT NULL,
    "component_id" TEXT NOT NULL,

    CONSTRAINT "subscriber_components_pkey" PRIMARY KEY ("subscriber_id","component_id")
);

-- CreateTable
CREATE TABLE "subscriber_incidents" (
    "subscriber_id" TEXT NOT NULL,
    "incident_id" TEXT NOT NULL,

    CONSTRAINT "subscriber_incidents_pkey" PRIMARY KEY ("subscriber_id","incident_id")
);

-- CreateTable
CREATE TABLE "subscriber_confirmations" (
    "token_hash" TEXT NOT NULL,
    "subscriber_id" TEXT NOT NULL,
    "wish" TEXT NOT NULL,
    "expires_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "subscriber_confirmations_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "deliveries" (
    "organization_id" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "subscriber_id" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMP(3) NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL,
    "finished_at" TIMESTAMP(3),
    "history" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "deliveries_pkey" PRIMARY KEY ("organization_id","event_id","subscriber_id")
);

-- CreateTable
CREATE TABLE "mail_jobs" (
    "id" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "template" TEXT NOT NULL,
    "data" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMP(3) NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL,
    "error" TEXT,

    CONSTRAINT "mail_jobs_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE UNIQUE INDEX "sessions_token_hash_key" ON "sessions"("token_hash");

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- CreateIndex
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

-- CreateIndex
CREATE INDEX "user_tokens_user_id_idx" ON "user_tokens"("user_id");

-- CreateIndex
CREATE INDEX "user_tokens_expires_at_idx" ON "user_tokens"("expires_at");

-- CreateIndex
CREATE INDEX "throttles_expires_at_idx" ON "throttles"("expires_at");

-- CreateIndex
CREATE INDEX "memberships_user_id_idx" ON "memberships"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "invitations_token_hash_key" ON "invitations"("token_hash");

-- CreateIndex
CREATE INDEX "invitations_organization_id_id_idx" ON "invitations"("organization_id", "id");

-- CreateIndex
CREATE INDEX "invitations_invited_by_idx" ON "invitations"("invited_by");

-- CreateIndex
CREATE INDEX "invitations_expires_at_idx" ON "invitations"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "api_tokens_token_hash_key" ON "api_tokens"("token_hash");

-- CreateIndex
CREATE INDEX "api_tokens_organization_id_id_idx" ON "api_tokens"("organization_id", "id");

-- CreateIndex
CREATE INDEX "api_tokens_created_by_idx" ON "api_tokens"("created_by");

-- CreateIndex
CREATE INDEX "idempotency_keys_expires_at_idx" ON "idempotency_keys"("expires_at");

-- CreateIndex
CREATE INDEX "audit_entries_organization_id_id_idx" ON "audit_entries"("organization_id", "id");

-- CreateIndex
CREATE INDEX "audit_entries_organization_id_subject_id_id_idx" ON "audit_entries"("organization_id", "subject_id", "id");

-- CreateIndex
CREATE INDEX "audit_entries_organization_id_actor_id_id_idx" ON "audit_entries"("organization_id", "actor_id", "id");

-- CreateIndex
CREATE INDEX "component_groups_organization_id_position_idx" ON "component_groups"("organization_id", "position");

-- CreateIndex
CREATE INDEX "components_organization_id_archived_at_recorded_status_idx" ON "components"("organization_id", "archived_at", "recorded_status");

-- CreateIndex
CREATE INDEX "components_group_id_idx" ON "components"("group_id");

-- CreateIndex
CREATE UNIQUE INDEX "components_organization_id_position_key" ON "components"("organization_id", "position");

-- CreateIndex
CREATE INDEX "component_status_settings_component_id_at_id_idx" ON "component_status_settings"("component_id", "at", "id");

-- CreateIndex
CREATE INDEX "component_status_changes_component_id_at_id_idx" ON "component_status_changes"("component_id", "at", "id");

-- CreateIndex
CREATE INDEX "incidents_organization_id_started_at_id_title_idx" ON "incidents"("organization_id", "started_at", "id", "title");

-- CreateIndex
CREATE INDEX "incidents_organization_id_status_started_at_id_idx" ON "incidents"("organization_id", "status", "started_at", "id");

-- CreateIndex
CREATE INDEX "incidents_organization_id_impact_started_at_id_idx" ON "incidents"("organization_id", "impact", "started_at", "id");

-- CreateIndex
CREATE INDEX "incidents_organization_id_resolved_at_started_at_id_idx" ON "incidents"("organization_id", "resolved_at", "started_at", "id");

-- CreateIndex
CREATE INDEX "incident_components_component_id_incident_id_idx" ON "incident_components"("component_id", "incident_id");

-- CreateIndex
CREATE INDEX "incident_updates_incident_id_display_at_id_idx" ON "incident_updates"("incident_id", "display_at", "id");

-- CreateIndex
CREATE INDEX "incident_update_texts_update_id_id_idx" ON "incident_update_texts"("update_id", "id");

-- CreateIndex
CREATE INDEX "maintenances_organization_id_scheduled_for_id_idx" ON "maintenances"("organization_id", "scheduled_for", "id");

-- CreateIndex
CREATE INDEX "maintenances_organization_id_status_scheduled_for_id_idx" ON "maintenances"("organization_id", "status", "scheduled_for", "id");

-- CreateIndex
CREATE INDEX "maintenances_due_at_idx" ON "maintenances"("due_at");

-- CreateIndex
CREATE INDEX "maintenance_components_component_id_maintenance_id_idx" ON "maintenance_components"("component_id", "maintenance_id");

-- CreateIndex
CREATE INDEX "maintenance_updates_maintenance_id_created_at_id_idx" ON "maintenance_updates"("maintenance_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "maintenance_update_texts_update_id_id_idx" ON "maintenance_update_texts"("update_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "templates_organization_id_kind_name_key" ON "templates"("organization_id", "kind", "name");

-- CreateIndex
CREATE INDEX "notification_events_incident_id_idx" ON "notification_events"("incident_id");

-- CreateIndex
CREATE INDEX "notification_events_maintenance_id_idx" ON "notification_events"("maintenance_id");

-- CreateIndex
CREATE INDEX "notification_events_fanned_out_at_organization_id_created_a_idx" ON "notification_events"("fanned_out_at", "organization_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "notification_events_organization_id_id_key" ON "notification_events"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "subscribers_manage_token_hash_key" ON "subscribers"("manage_token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "subscribers_unsubscribe_token_hash_key" ON "subscribers"("unsubscribe_token_hash");

-- CreateIndex
CREATE INDEX "subscribers_organization_id_id_idx" ON "subscribers"("organization_id", "id");

-- CreateIndex
CREATE INDEX "subscribers_organization_id_state_channel_everything_confir_idx" ON "subscribers"("organization_id", "state", "channel", "everything", "confirmed_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "subscribers_organization_id_address_hash_key" ON "subscribers"("organization_id", "address_hash");

-- CreateIndex
CREATE INDEX "subscriber_components_component_id_idx" ON "subscriber_components"("component_id");

-- CreateIndex
CREATE INDEX "subscriber_incidents_incident_id_idx" ON "subscriber_incidents"("incident_id");

-- CreateIndex
CREATE INDEX "subscriber_confirmations_subscriber_id_idx" ON "subscriber_confirmations"("subscriber_id");

-- CreateIndex
CREATE INDEX "subscriber_confirmations_expires_at_idx" ON "subscriber_confirmations"("expires_at");

-- CreateIndex
CREATE INDEX "deliveries_state_next_attempt_at_target_idx" ON "deliveries"("state", "next_attempt_at", "target");

-- CreateIndex
CREATE INDEX "deliveries_subscriber_id_idx" ON "deliveries"("subscriber_id");

-- CreateIndex
CREATE INDEX "mail_jobs_state_next_attempt_at_idx" ON "mail_jobs"("state", "next_attempt_at");

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_tokens" ADD CONSTRAINT "user_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organization_logos" ADD CONSTRAINT "organization_logos_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_fkey" FOREIGN KEY ("invited_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "component_groups" ADD CONSTRAINT "component_groups_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "components" ADD CONSTRAINT "components_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "components" ADD CONSTRAINT "components_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "component_groups"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "component_status_settings" ADD CONSTRAINT "component_status_settings_component_id_fkey" FOREIGN KEY ("component_id") REFERENCES "components"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "component_status_changes" ADD CONSTRAINT "component_status_changes_component_id_fkey" FOREIGN KEY ("component_id") REFERENCES "components"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "incidents" ADD CONSTRAINT "incidents_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "incident_components" ADD CONSTRAINT "incident_components_incident_id_fkey" FOREIGN KEY ("incident_id") REFERENCES "incidents"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "incident_components" ADD CONSTRAINT "incident_components_component_id_fkey" FOREIGN KEY ("component_id") REFERENCES "components"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "incident_updates" ADD CONSTRAINT "incident_updates_incident_id_fkey" FOREIGN KEY ("incident_id") REFERENCES "incidents"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "incident_update_texts" ADD CONSTRAINT "incident_update_texts_update_id_fkey" FOREIGN KEY ("update_id") REFERENCES "incident_updates"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "maintenances" ADD CONSTRAINT "maintenances_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "maintenance_components" ADD CONSTRAINT "maintenance_components_maintenance_id_fkey" FOREIGN KEY ("maintenance_id") REFERENCES "maintenances"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "maintenance_components" ADD CONSTRAINT "maintenance_components_component_id_fkey" FOREIGN KEY ("component_id") REFERENCES "components"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "maintenance_updates" ADD CONSTRAINT "maintenance_updates_maintenance_id_fkey" FOREIGN KEY ("maintenance_id") REFERENCES "maintenances"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "maintenance_update_texts" ADD CONSTRAINT "maintenance_update_texts_update_id_fkey" FOREIGN KEY ("update_id") REFERENCES "maintenance_updates"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "templates" ADD CONSTRAINT "templates_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_events" ADD CONSTRAINT "notification_events_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_events" ADD CONSTRAINT "notification_events_incident_id_fkey" FOREIGN KEY ("incident_id") REFERENCES "incidents"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_events" ADD CONSTRAINT "notification_events_maintenance_id_fkey" FOREIGN KEY ("maintenance_id") REFERENCES "maintenances"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscribers" ADD CONSTRAINT "subscribers_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriber_components" ADD CONSTRAINT "subscriber_components_subscriber_id_fkey" FOREIGN KEY ("subscriber_id") REFERENCES "subscribers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriber_components" ADD CONSTRAINT "subscriber_components_component_id_fkey" FOREIGN KEY ("component_id") REFERENCES "components"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriber_incidents" ADD CONSTRAINT "subscriber_incidents_subscriber_id_fkey" FOREIGN KEY ("subscriber_id") REFERENCES "subscribers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriber_incidents" ADD CONSTRAINT "subscriber_incidents_incident_id_fkey" FOREIGN KEY ("incident_id") REFERENCES "incidents"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriber_confirmations" ADD CONSTRAINT "subscriber_confirmations_subscriber_id_fkey" FOREIGN KEY ("subscriber_id") REFERENCES "subscribers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_organization_id_event_id_fkey" FOREIGN KEY ("organization_id", "event_id") REFERENCES "notification_events"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_subscriber_id_fkey" FOREIGN KEY ("subscriber_id") REFERENCES "subscribers"("id") ON DELETE CASCADE ON UPDATE CASCADE;
